import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BlankPage, startBlankPage } from "../support/blank-page.ts";
import { framesOfPaint, measureLongestTask, observeWork, waitForPaint } from "../support/measure-work.ts";
import { observePaint, readPaint } from "../support/observe-paint.ts";
import { openConsole } from "../support/open-console.ts";
import { type Desk, openDesk } from "../support/open-desk.ts";
import { describeConsole } from "../support/world.ts";

/** Compared to a blank page of React. */
const most = { paint: 2.5, work: 4.5 };
/** Milliseconds of the main thread's processor time: other programs do not count. */
const mostWork = { pageChange: 200, key: 50, frame: 20, longestTask: 200 };
const toolCount = 1223;
const applicationCount = 1000;
/** In the page at a time. */
const mostCards = 60;

const median = (values: number[]): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Measures up to twelve times: only a limit that is exceeded each time is exceeded. */
async function expectWithin(limit: number, what: string, measure: () => Promise<number>): Promise<void> {
  const measured: number[] = [];
  do {
    measured.push(await measure());
  } while (Math.min(...measured) > limit && measured.length < 12);
  expect(Math.min(...measured), `${what}: ${measured.join(", ")}`).toBeLessThanOrEqual(limit);
}

describeConsole(
  "the console",
  (world) => {
    let desk: Desk;
    let blank: BlankPage;
    beforeAll(async () => {
      desk = await openDesk(world);
      blank = await startBlankPage();
      await world.call("POST", "/v1/applications", {
        source: "openapi",
        slug: "warehouse",
        document: describeWarehouse(),
      });
    });
    afterAll(async () => {
      await desk?.[Symbol.asyncDispose]();
      await blank?.[Symbol.asyncDispose]();
    });

    test("shows Home soon, and with little work, compared to a blank page of React", async () => {
      await using opened = await openConsole(world, {
        isAlone: true,
        hasMotion: true,
        path: "/console/settings",
      });
      const { cookies } = await opened.page.context().storageState();

      /** Opens an address with an empty cache. */
      async function open(url: string, text: string) {
        const context = await world.browser.newContext({
          viewport: { width: 1280, height: 800 },
          storageState: { cookies, origins: [] },
        });
        await observePaint(context);
        const page = await context.newPage();
        const readWork = await observeWork(page);
        await page.goto(url);
        await page.getByText(text).first().waitFor();
        await waitForPaint(page);
        const { firstContentfulPaint, largestContentfulPaint } = await readPaint(page);
        const work = await readWork();
        await context.close();
        return { firstContentfulPaint, largestContentfulPaint, work };
      }

      /** Opens both by turns, and compares the medians. */
      async function compare() {
        const blanks: Awaited<ReturnType<typeof open>>[] = [];
        const homes: typeof blanks = [];
        for (let run = 0; run < 3; run++) {
          blanks.push(await open(blank.url, "A blank page"));
          homes.push(await open(`${world.baseUrl}/console/`, "Latest calls"));
        }
        const ratio = (name: "firstContentfulPaint" | "largestContentfulPaint" | "work") =>
          median(homes.map((home) => home[name])) / median(blanks.map((one) => one[name]));
        const waits = blanks.map(({ firstContentfulPaint }) => firstContentfulPaint);
        return {
          paint: Math.max(ratio("firstContentfulPaint"), ratio("largestContentfulPaint")),
          work: ratio("work"),
          // Then times say nothing, and work alone counts.
          isBusy: Math.max(...waits) > 1.5 * Math.min(...waits),
        };
      }

      await open(blank.url, "A blank page");
      const ratios = [await compare()];
      const isWithin = () =>
        ratios.some(({ paint, isBusy }) => isBusy || paint <= most.paint) &&
        ratios.some(({ work }) => work <= most.work);
      while (!isWithin() && ratios.length < 8) {
        ratios.push(await compare());
      }
      expect(
        isWithin(),
        `Ratios to a blank page, at most ${JSON.stringify(most)}: ${JSON.stringify(ratios)}`,
      ).toBe(true);
    });

    test("changes between pages that were open before with little work", async () => {
      await using opened = await openConsole(world, { isAlone: true, hasMotion: true });
      const { page } = opened;
      const readWork = await observeWork(page);
      const pages: [link: string, text: string][] = [
        ["Applications", "Warehouse"],
        ["Toolsets", "No toolset yet"],
        ["History", "Nothing ran yet"],
        ["Home", "Latest calls"],
      ];
      const visit = async (link: string, text: string) => {
        const before = await readWork();
        await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: link }).click();
        await page.getByRole("main").getByText(text).first().waitFor();
        await waitForPaint(page);
        return (await readWork()) - before;
      };
      for (const [link, text] of pages) {
        await visit(link, text);
      }
      for (const [link, text] of pages) {
        await expectWithin(mostWork.pageChange, `to ${link}`, () => visit(link, text));
      }
    });

    test("scrolls through 1,223 tools with few rows and little work", async () => {
      await using opened = await openConsole(world, {
        isAlone: true,
        hasMotion: true,
        path: "/console/applications/warehouse",
      });
      const { page } = opened;
      await page.getByText("1,223 tools").first().waitFor();
      await page.getByRole("row").nth(10).hover();
      const readWork = await observeWork(page);
      let mostRows = 0;
      const scroll = async (steps: number, pixels: number) => {
        const before = await readWork();
        for (let step = 0; step < steps; step++) {
          await page.mouse.wheel(0, pixels);
          await waitForPaint(page);
          mostRows = Math.max(mostRows, await countRows(page));
        }
        return ((await readWork()) - before) / steps / framesOfPaint;
      };
      let pixels = -400;
      await expectWithin(mostWork.frame, "a frame", () => {
        pixels = -pixels;
        return scroll(25, pixels);
      });
      expect(mostRows, "rows in the page").toBeLessThanOrEqual(60);
      expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(5000);
    });

    test("responds to each key of the search among 1,000 applications with little work", async () => {
      await using opened = await openConsole(world, {
        isAlone: true,
        hasMotion: true,
        path: "/console/settings",
      });
      const { page } = opened;
      await repeatApplications(page);
      await page.goto("/console/applications");
      await page.getByText("1,000 applications").waitFor();
      const field = page.getByLabel("Search applications");
      await field.focus();
      const readWork = await observeWork(page);
      await expectWithin(mostWork.key, "a key", async () => {
        const keys = "warehouse 99";
        await field.fill("");
        await page.getByText("1,000 applications").waitFor();
        await waitForPaint(page);
        const before = await readWork();
        for (const key of keys) {
          await page.keyboard.press(key === " " ? "Space" : key);
          await waitForPaint(page);
        }
        const work = (await readWork()) - before;
        await page.getByText("19 applications").waitFor();
        return work / keys.length;
      });
      await field.fill("");
      await page.getByText("1,000 applications").waitFor();
      expect(await countCards(page)).toBeLessThanOrEqual(mostCards);
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      await page.getByRole("link", { name: "Warehouse 999", exact: true }).waitFor();
      expect(await countCards(page)).toBeLessThanOrEqual(mostCards);
      // The keys lead on beyond what is drawn.
      await page.evaluate(() => window.scrollTo(0, 0));
      await page.getByRole("link", { name: "Warehouse 0", exact: true }).focus();
      for (let press = 0; press < mostCards; press++) {
        await page.keyboard.press("Tab");
      }
      expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Warehouse \d+$/);
      const readPlace = () => page.evaluate(() => document.activeElement?.closest("li")?.ariaPosInSet);
      expect(await readPlace()).toBe(String(mostCards + 1));
      // The next cards are there before the page is painted again, however fast the keys are pressed.
      await page.evaluate(async (presses) => {
        for (let press = 0; press < presses; press++) {
          document.activeElement?.closest("li")?.nextElementSibling?.querySelector("a")?.focus();
          await null;
        }
      }, mostCards);
      expect(await readPlace()).toBe(String(2 * mostCards + 1));
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      await page.getByRole("link", { name: "Warehouse 999", exact: true }).waitFor();
      expect(await readPlace(), "the focus that scrolled away").toBe(String(2 * mostCards + 1));
    });

    test("stays responsive while it shows a result of 5 MB", async () => {
      await using opened = await openConsole(world, {
        isAlone: true,
        hasMotion: true,
        path: "/console/tools/desk_export_tickets",
      });
      const { page } = opened;
      await page.getByText(/Will use Desk of the house/).waitFor();
      await expectWithin(mostWork.longestTask, "a task", () =>
        measureLongestTask(page, async () => {
          await page.getByRole("button", { name: "Run", exact: true }).click();
          await page.getByText("30,000 results").waitFor();
          await waitForPaint(page);
        }),
      );
    });
  },
  { BOWLINE_ALLOWED_PRIVATE_NETWORKS: "127.0.0.0/8" },
);

/** Playwright's own count by role costs the page more than what is measured. */
const countRows = (page: Page): Promise<number> =>
  page.evaluate(() => document.querySelectorAll("[role=row]").length);

const countCards = (page: Page): Promise<number> =>
  page.evaluate(() => document.querySelectorAll("main li").length);

/** Lets the list of applications come a thousand times as long. What the browser does with it is measured here. */
async function repeatApplications(page: Page): Promise<void> {
  await page.route(/\/v1\/applications\?/, async (route) => {
    const response = await route.fetch();
    const { items } = (await response.json()) as { items: { slug: string; name: string }[] };
    const [item] = items.filter(({ slug }) => slug === "warehouse");
    const repeated = Array.from({ length: applicationCount }, (_, index) => ({
      ...item,
      slug: `warehouse-${index}`,
      name: `Warehouse ${index}`,
    }));
    await route.fulfill({
      response,
      json: { items: repeated, totalCount: applicationCount, offset: 0, top: applicationCount },
    });
  });
}

function describeWarehouse(): object {
  const operations = Array.from({ length: toolCount }, (_, index) => [
    `/shelves/${index}`,
    {
      get: {
        operationId: `get_shelf_${index}`,
        summary: `Get shelf ${index}`,
        responses: { 200: { description: "OK" } },
      },
    },
  ]);
  return {
    openapi: "3.1.0",
    info: { title: "Warehouse", version: "1", description: "Shelves and what lies on them." },
    servers: [{ url: "http://127.0.0.1:9" }],
    paths: Object.fromEntries(operations),
  };
}
