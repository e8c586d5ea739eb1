import { createFormBrowser } from "@bowline/acceptance/form-browser.ts";
import type { Locator, Page, Route } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { checkLooks } from "../support/check-looks.ts";
import { goInside } from "../support/go-inside.ts";
import { fillHarbor, type Harbor, type HarborWorld, startHarbor } from "../support/harbor.ts";
import { type OpenedConsole, openConsole, signIn } from "../support/open-console.ts";
import { type ListedPage, pages } from "../support/pages.ts";
import { tellWhenFailed } from "../support/tell-when-failed.ts";
import { describeConsole } from "../support/world.ts";

const envelope = (errorCode: string, message: string) => ({ errorCode, message, requestId: "request-17" });

interface Trouble {
  meet(route: Route): Promise<void>;
  /** What the page says. */
  words: RegExp;
}

const troubles: Record<string, Trouble> = {
  "an error of the server": {
    meet: (route) => route.fulfill({ status: 500, json: envelope("INTERNAL_ERROR", "Something broke.") }),
    words: /Something broke\..*request-17/s,
  },
  "a proxy without the server": {
    meet: (route) => route.fulfill({ status: 503, contentType: "text/html", body: "<h1>No backend</h1>" }),
    words: /or a proxy in front of it, responded with status 503/,
  },
  "no connection": {
    meet: (route) => route.abort(),
    words: /The server does not respond/,
  },
  "no permission": {
    meet: (route) => route.fulfill({ status: 403, json: envelope("FORBIDDEN", "That is for others.") }),
    words: /Not allowed.*That is for others\..*request-17/s,
  },
  "no calls left": {
    meet: (route) =>
      route.fulfill({
        status: 429,
        headers: { "retry-after": "1800" },
        json: envelope("RATE_LIMIT_EXCEEDED", "The budget of calls is used up."),
      }),
    words: /Too many calls.*It is full again at \d\d:\d\d\./s,
  },
};

/** The form of an import needs nothing of the server, so it meets no trouble. */
const { import: quietPage, applications, tools, ...others } = pages;
/**
 * One component tells them all (`parts/problem.tsx`), so the first page meets every trouble, and each other one two of them, by turns.
 */
const meetings = Object.entries<ListedPage>({ applications, tools, ...others }).map(
  ([name, listed], index): [name: string, listed: ListedPage, met: [string, Trouble][]] => {
    const all = Object.entries(troubles);
    return [
      name,
      listed,
      all.filter((_, place) => index === 0 || [0, 2].includes((place + index) % all.length)),
    ];
  },
);

/** Far longer than the console keeps what a page has read, and than the SDK waits before it repeats a request. */
const longTimeMs = 600_000;
const retryTimeMs = 10_000;
/** How long the console waits for a response. */
const limitMs = 60_000;
/** After which time it asks again for a token. */
const secondTryMs = 10_000;

describeConsole(
  "when something is wrong",
  (world) => {
    let harbor: Harbor;
    let filled: HarborWorld;
    let opened: OpenedConsole;
    beforeAll(async () => {
      harbor = await startHarbor();
      filled = await fillHarbor(world, harbor);
      opened = await openConsole(world, {
        path: "/console/settings",
        isAlone: true,
        except: [/Failed to load resource/, /ERR_FAILED/],
      });
      // While one route stays, the browser keeps reporting requests. One that began when it stopped or started to was sometimes lost.
      await opened.page.route("**/never", (route) => route.continue());
      await opened.page.clock.install();
      await opened.page.goto("/console/import");
    });
    beforeEach(() => void tellWhenFailed(opened.page));
    afterAll(async () => {
      await opened?.[Symbol.asyncDispose]();
      await harbor?.[Symbol.asyncDispose]();
    });

    test.each(meetings)("the page %s waits, tells its troubles, and goes on", async (_name, listed, met) => {
      const { page } = opened;
      const main = page.getByRole("main");
      // Forgets what pages before have read.
      await goInside(page, quietPage.path());
      await main.getByText(quietPage.text).waitFor();
      await page.clock.fastForward(longTimeMs);
      const held: Route[] = [];
      let meet: Trouble["meet"] = async (route) => void held.push(route);
      await page.route("**/v1/**", (route) => meet(route));
      // The search of the frame keeps the applications once they are read.
      const isKept = listed === applications || listed === tools;
      await (isKept ? page.goto(`/console${listed.path(filled)}`) : goInside(page, listed.path(filled)));
      const loading = main.getByText("Loading").or(main.getByLabel("Loading"));
      await loading.first().waitFor({ state: "attached" });
      await main.getByRole("heading", { level: 1 }).waitFor();
      await expect.poll(() => held.length).toBeGreaterThan(0);

      for (const [name, trouble] of met) {
        meet = trouble.meet;
        await Promise.all(held.splice(0).map(trouble.meet));
        await expectTrouble(page, name, trouble.words);
      }
      // The way out is still there.
      await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Home" }).waitFor();

      meet = (route) => route.continue();
      await goOn(page, listed.text);
      await page.unroute("**/v1/**");
    });

    test("a short limit is told, and the page goes on by itself", async () => {
      const { page } = opened;
      let isLimited = true;
      await page.route("**/v1/applications?*", (route) =>
        isLimited
          ? route.fulfill({
              status: 429,
              headers: { "retry-after": "1" },
              json: envelope("RATE_LIMIT_EXCEEDED", "The budget of calls is used up."),
            })
          : route.continue(),
      );
      await page.goto("/console/applications");
      await page.getByText("Too many calls at once.").waitFor();
      await page.getByRole("main").getByRole("alert").getByText("Too many calls").waitFor();
      isLimited = false;
      await page.getByRole("link", { name: "Harbor Issues" }).waitFor();
      await page.getByText("Too many calls at once.").waitFor({ state: "detached" });
      await page.unroute("**/v1/applications?*");
    });

    test("a server that gives no token is told, and asked again", async () => {
      const { page } = opened;
      await page.route("**/session/token", (route) => route.fulfill({ status: 503, body: "" }));
      await page.goto("/console/applications");
      await page
        .getByRole("alert")
        .getByText(/does not say who is signed in \(status 503\)/)
        .waitFor();
      await page.unroute("**/session/token");
      await goOn(page, /Harbor Issues/);
    });

    test("a server that is silent when asked for a token is told after a minute, and asked again", async () => {
      const { page } = opened;
      await page.route("**/session/token", () => undefined);
      const isAsked = page.waitForRequest("**/session/token");
      await page.goto("/console/applications", { waitUntil: "commit" });
      await isAsked;
      const words = page.getByRole("alert").getByText("The server took too long to respond.");
      // The page's own request goes out before the scripts are there.
      await expect
        .poll(async () => {
          await page.clock.fastForward(limitMs);
          return words.isVisible();
        })
        .toBe(true);
      await page.unroute("**/session/token");
      await goOn(page, /Harbor Issues/);
    });

    test("a request for a token that gets no response is made again after 10 seconds", async () => {
      const { page } = opened;
      let asked = 0;
      await page.route("**/session/token", (route) => (++asked === 1 ? undefined : route.continue()));
      await page.goto("/console/applications", { waitUntil: "commit" });
      // The scripts wait for the request that went out before they were there.
      await expect
        .poll(() => page.evaluate(() => "firstView" in window && window.firstView?.token === undefined))
        .toBe(true);
      await page.clock.fastForward(secondTryMs);
      await page.getByRole("link", { name: "Harbor Issues" }).waitFor();
      expect(asked).toBe(2);
      await page.unroute("**/session/token");
    });

    test("an unknown thing is told in words for people, and the page leads on", async () => {
      const { page } = opened;
      await page.goto("/console/tools/nobody_has_this");
      const alert = page.getByRole("alert");
      await alert.getByText("Not found").waitFor();
      const text = await alert.innerText();
      expect(text).toContain("does not exist");
      expect(text).not.toContain("/v1/");
      await page
        .getByRole("navigation", { name: "Trail" })
        .getByRole("link", { name: "Applications" })
        .waitFor();
    });

    test("a live list is read again by itself", async () => {
      const { page } = opened;
      const json = envelope("FORBIDDEN", "You may not read the history.");
      await page.route("**/v1/executions*", (route) => route.fulfill({ status: 403, json }));
      await page.goto("/console/history");
      await page.getByText("You may not read the history.").waitFor();
      expect(await page.getByRole("table").count()).toBe(0);
      await page.unroute("**/v1/executions*");
      await page.getByRole("table", { name: "Calls", exact: true }).waitFor();
    });

    test("a live list goes on telling its error while it is read again", async () => {
      const { page } = opened;
      const json = envelope("FORBIDDEN", "You may not read the history.");
      const held: Route[] = [];
      let isHeld = false;
      await page.route("**/v1/executions?*", (route) =>
        isHeld ? void held.push(route) : route.fulfill({ status: 403, json }),
      );
      await page.goto("/console/history");
      const alert = page.getByRole("alert").getByText("You may not read the history.");
      await alert.waitFor();
      isHeld = true;
      const again = page.getByRole("button", { name: "Try again" });
      await again.click();
      await expect.poll(() => held.length).toBeGreaterThan(0);
      expect(await alert.count()).toBe(1);
      expect(await page.getByRole("main").getByText("Loading").count()).toBe(0);
      expect(await again.evaluate((button) => button === document.activeElement)).toBe(true);
      await Promise.all(held.map((route) => route.continue()));
      await page.getByRole("table", { name: "Calls", exact: true }).waitFor();
      expect(await alert.count()).toBe(0);
      await page.unroute("**/v1/executions?*");
    });

    test("Home tells that the server is away while it shows what it has read, and goes on", async () => {
      const { page } = opened;
      const main = page.getByRole("main");
      const alerts = main.getByRole("alert").filter({ hasText: "The server does not respond" });
      const calls = main.getByRole("link", { name: /^harbor_/ });
      await page.goto("/console/");
      await calls.first().waitFor();
      await page.route("**/v1/**", (route) => route.abort());
      await page.clock.fastForward(retryTimeMs);
      await alerts.waitFor();
      expect(await calls.count()).toBeGreaterThan(0);
      await checkLooks(page, "home-stale");
      await tryAgainWhenBack(alerts, "**/v1/**");
      await expect.poll(() => alerts.count()).toBe(0);

      // What is read only when somebody turns to the page is read by itself then, too.
      const isAsked = page.waitForRequest("**/v1/connections?*");
      await page.route("**/v1/**", (route) => route.abort());
      await page.evaluate(() => window.dispatchEvent(new Event("focus")));
      await isAsked;
      await alerts.waitFor();
      await page.unroute("**/v1/**");
      await expect
        .poll(async () => {
          await page.clock.fastForward(retryTimeMs);
          return alerts.count();
        })
        .toBe(0);
    });

    test("what the history's list and its chart both say is told once, and both are tried again", async () => {
      const { page } = opened;
      const main = page.getByRole("main");
      const chart = page.getByRole("region", { name: "Calls over time" });
      const table = page.getByRole("table", { name: "Calls", exact: true });
      const alerts = main.getByRole("alert");
      const isWaiting = table.or(chart.locator(".mantine-Skeleton-root"));
      const expectFailed = (count: number) =>
        expect.poll(async () => [await isWaiting.count(), await alerts.count()]).toEqual([0, count]);
      await page.route("**/v1/executions**", (route) => route.abort());
      await page.goto("/console/history?from=7d");
      await expectFailed(1);
      await alerts.getByText("The server does not respond").waitFor();
      await checkLooks(page, "history-failed");
      await tryAgainWhenBack(alerts, "**/v1/executions**");
      await table.waitFor();
      await chart.getByRole("img", { name: /calls/ }).waitFor();
      await expect.poll(() => alerts.count()).toBe(0);
      // The server goes away while both are there.
      await page.route("**/v1/executions**", (route) => route.abort());
      await page.clock.fastForward(retryTimeMs);
      await alerts.getByText("The server does not respond").waitFor();
      await checkLooks(page, "history-stale");
      await page.unroute("**/v1/executions**");

      const json = envelope("FORBIDDEN", "You may not read the summary.");
      await page.route("**/v1/executions?*", (route) => route.abort());
      await page.route("**/v1/executions/Summary*", (route) => route.fulfill({ status: 403, json }));
      await page.reload();
      await expectFailed(2);
      await page.unroute("**/v1/executions?*");
      await page.unroute("**/v1/executions/Summary*");
      await goOn(page, /harbor_get_issue/);
    });

    test("a session that ends in the middle of work loses nothing of it", async () => {
      const person = await world.hire();
      await using own = await openConsole(world, {
        path: "/console/toolsets",
        person,
        except: [/status of 401/],
      });
      const { page } = own;
      await page.getByRole("button", { name: "Create toolset" }).first().click();
      const form = page.getByRole("dialog", { name: "New toolset", includeHidden: true });
      await form.getByLabel("Name").fill("Half written");
      world.sessions.delete(person.email);
      await endOtherSessions(world.baseUrl, person);
      await form.getByRole("button", { name: "Create toolset" }).click();
      const notice = page.getByRole("dialog", { name: "Your session has ended" });
      await notice.waitFor();
      await checkLooks(page, "session-ended");
      // It covers the page, in the page's own color.
      const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const cover = await page.locator(".mantine-Modal-overlay").last().evaluate(readOpaqueColor);
      expect(cover).toBe(ground);
      expect(await form.getByLabel("Name").inputValue()).toBe("Half written");

      const opening = page.waitForEvent("popup");
      await notice.getByRole("link", { name: "Sign in" }).click();
      const other = await opening;
      await other.getByText("Your session has ended. Sign in to go on").waitFor();
      await signIn(other, person);
      await other.waitForURL("**/console/toolsets");
      await other.close();
      // What a browser does when the tab is looked at again; here both tabs always are.
      await page.evaluate(() => window.dispatchEvent(new Event("focus")));
      await page.getByRole("heading", { level: 1, name: "Half written" }).waitFor();
    });

    test("a tab follows when another tab signs out, and when it signs in as somebody else", async () => {
      const [first, second] = [await world.hire(), await world.hire({ fullName: "Sam Other" })];
      await using own = await openConsole(world, {
        path: "/console/toolsets",
        person: first,
        except: [/status of 401/],
      });
      const { page } = own;
      await page.getByRole("heading", { level: 1 }).waitFor();
      const other = await page.context().newPage();
      await other.goto("/signin?again=true&returnTo=/console/keys");
      await signIn(other, second);
      await other.waitForURL("**/console/keys");
      // The next token belongs to the other person.
      await page.route(
        "**/v1/apikeys*",
        (route) => route.fulfill({ status: 401, json: envelope("UNAUTHORIZED", "Ended.") }),
        { times: 1 },
      );
      // A step back while the page is loaded anew for them keeps the old one. It is left again.
      await page.evaluate(() =>
        window.addEventListener("beforeunload", () => setTimeout(() => window.history.back(), 0), {
          once: true,
        }),
      );
      await page.getByRole("link", { name: "Keys", exact: true }).click();
      await page
        .getByRole("button", { name: /account/i })
        .getByText("Sam Other")
        .waitFor();

      await page.getByRole("link", { name: "Toolsets", exact: true }).click();
      await page.getByRole("button", { name: "Create toolset" }).first().click();
      await page.getByLabel("Name").fill("Half written");
      await other.getByRole("button", { name: /account/i }).click();
      await other.getByRole("menuitem", { name: "Sign out" }).click();
      await page.waitForURL("**/signin");
      world.sessions.clear();
    });
  },
  { BOWLINE_ALLOWED_PRIVATE_NETWORKS: "127.0.0.0/8" },
);

/** Presses every button that tries again until each part of the page that failed says the words of a trouble. */
async function expectTrouble(page: Page, name: string, words: RegExp): Promise<void> {
  const alerts = page.getByRole("main").getByRole("alert");
  await expect
    .poll(
      async () => {
        const texts = await alerts.allInnerTexts();
        if (texts.length > 0 && texts.every((text) => words.test(text))) {
          return texts;
        }
        const others = alerts.filter({ hasNotText: words }).getByRole("button", { name: "Try again" });
        for (const button of await others.all()) {
          await button.click({ timeout: 1000 }).catch(() => {});
        }
        await page.clock.fastForward(retryTimeMs);
        return [];
      },
      { message: name },
    )
    .not.toEqual([]);
  expect(await alerts.allInnerTexts(), name).not.toContainEqual(expect.stringContaining("/v1/"));
}

/**
 * Lets requests through again and presses the button. The page's time stands still meanwhile and none of its requests is under way,
 * or the page may go on by itself before.
 *
 * @param url of the route that aborts requests, those for executions among them
 */
async function tryAgainWhenBack(alerts: Locator, url: string): Promise<void> {
  const page = alerts.page();
  const now = await page.evaluate(() => Date.now());
  await page.clock.pauseAt(now + retryTimeMs);
  try {
    // Requests are aborted in their order, so this one comes last.
    await page.evaluate(() => fetch("/v1/executions?last").catch(() => {}));
    await page.unroute(url);
    await alerts.getByRole("button", { name: "Try again" }).click();
  } finally {
    await page.clock.resume();
  }
}

/** Presses the button of each part that failed, until the page shows a text. A live part may be faster. */
async function goOn(page: Page, text: RegExp): Promise<void> {
  const again = page.getByRole("button", { name: "Try again" });
  await expect
    .poll(async () => {
      const [button] = await again.all();
      await button?.click({ timeout: 1000 }).catch(() => {});
      return page.getByText(text).count();
    })
    .toBeGreaterThan(0);
}

/** Reads the background color of an element as if it were not transparent, in the form `rgb(0, 0, 0)`. */
function readOpaqueColor(element: Element): string {
  const canvas = document.createElement("canvas").getContext("2d");
  if (canvas === null) {
    return "";
  }
  canvas.fillStyle = getComputedStyle(element).backgroundColor;
  canvas.fillRect(0, 0, 1, 1);
  return `rgb(${[...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).join(", ")})`;
}

/** Signs in elsewhere, and ends the person's other sessions there. */
async function endOtherSessions(
  baseUrl: string,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const browser = createFormBrowser();
  await browser.press(await browser.open(`${baseUrl}/signin`), /sign in/i, { email, password });
  await browser.press(await browser.open(`${baseUrl}/account`), /other sessions/i);
}
