import type { Locator, Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { listTextsOutside } from "../support/check-looks.ts";
import { goInside } from "../support/go-inside.ts";
import { importLargeApplication } from "../support/large-application.ts";
import { openConsole } from "../support/open-console.ts";
import { describeConsole } from "../support/world.ts";

const toolCount = 1200;
const connectionCount = 150;
/** Rows in the document at a time. */
const maxRows = 60;

const countRows = (page: Page): Promise<number> =>
  page.getByRole("table", { name: "Tools" }).getByRole("row").count();

/** The entries whose texts stick out of them, or are cut at an edge. */
const findOverfull = (entries: Element[]): string[] =>
  entries
    .filter((entry) => {
      const { top, bottom } = entry.getBoundingClientRect();
      const range = document.createRange();
      range.selectNodeContents(entry);
      return [...range.getClientRects()].some((text) => text.top < top - 1 || text.bottom > bottom + 1);
    })
    .map((entry) => entry.textContent);

describeConsole("long lists", (world) => {
  beforeAll(async () => {
    await importLargeApplication(world, toolCount);
    for (let index = 0; index < connectionCount; index++) {
      await world.call("POST", "/v1/connections", {
        applicationSlug: "warehouse",
        name: `Store ${index}`,
        fields: { apiKey: `key-of-store-${index}` },
      });
    }
  });

  test("of an application's tools are filtered in the browser and drawn in part", async () => {
    await using opened = await openConsole(world, { path: "/console/applications/warehouse" });
    const { page } = opened;
    const asked: string[] = [];
    await page.getByText("1,200 tools", { exact: true }).waitFor();
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.getByLabel("Search tools").pressSequentially("read part 59");
    await page.getByText("16 tools", { exact: true }).waitFor();
    await page.getByLabel("Search tools").fill("");
    await page.getByText("1,200 tools", { exact: true }).waitFor();
    expect(await countRows(page)).toBeLessThanOrEqual(maxRows);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await page.getByText("warehouse_read_part_99", { exact: true }).waitFor();
    expect(await countRows(page)).toBeLessThanOrEqual(maxRows);
    await page.getByRole("combobox", { name: "What it does" }).click();
    await page.getByRole("option", { name: "Deprecated" }).click();
    await page.getByText("No tool matches").waitFor();
    expect(asked.filter((path) => path.startsWith("/v1/tools"))).toEqual([]);
  });

  test("of tools keep a row whose focus scrolls away, and the keys lead on from there", async () => {
    await using opened = await openConsole(world, { path: "/console/applications/warehouse" });
    const { page } = opened;
    const table = page.getByRole("table", { name: "Tools" });
    await table.getByRole("link").first().focus();
    const readRow = () =>
      page.evaluate(() => document.activeElement?.closest("[role=row]")?.getAttribute("aria-rowindex"));
    expect(await readRow()).toBe("2");
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await page.getByText("warehouse_read_part_99", { exact: true }).waitFor();
    expect(await readRow()).toBe("2");
    while ((await readRow()) === "2") {
      await page.keyboard.press("Tab");
    }
    expect(await readRow()).toBe("3");
    expect(await countRows(page)).toBeLessThanOrEqual(maxRows);
  });

  test("that others change are read again at the next visit, and when somebody turns to the window", async () => {
    await using opened = await openConsole(world, { path: "/console/toolsets" });
    const { page } = opened;
    await page.getByText("No toolset yet").waitFor();
    await goInside(page, "/settings");
    await page.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
    const made = { name: "Made elsewhere", connections: [] };
    const { toolsetId } = await world.call<{ toolsetId: string }>("POST", "/v1/toolsets", made);
    await goInside(page, "/toolsets");
    await page.getByText("Made elsewhere").waitFor();
    await world.call("PATCH", `/v1/toolsets/${toolsetId}`, { name: "Named anew" });
    await page.evaluate(() => window.dispatchEvent(new Event("focus")));
    await page.getByText("Named anew").waitFor();
    await world.call("DELETE", `/v1/toolsets/${toolsetId}`);
  });

  test("of applications are searched without the server", async () => {
    await using opened = await openConsole(world, { path: "/console/applications" });
    const { page } = opened;
    await page.getByText("1 application", { exact: true }).waitFor();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.getByLabel("Search applications").pressSequentially("nothing has this name");
    await page.getByText("No application matches").waitFor();
    expect(asked.filter((path) => path.startsWith("/v1/") && !path.includes("approvals"))).toEqual([]);
  });

  test("take no search that is too long for an address", async () => {
    await using opened = await openConsole(world, { path: "/console/applications" });
    const { page } = opened;
    const field = page.getByLabel("Search applications");
    await field.focus();
    await page.keyboard.insertText("名".repeat(10_000));
    await page.getByText("No application matches").waitFor();
    await page.waitForURL(/search=/);
    await page.reload();
    await page.getByText("No application matches").waitFor();
    expect(await field.inputValue()).toBe("名".repeat(500));
  });

  test("keep a search as it was typed, also one that could be a number or JSON", async () => {
    await using opened = await openConsole(world, { path: "/console/connections" });
    const { page } = opened;
    for (const text of ["1.05", "12345678901234567890", "null", "[1]", '"Store 1"']) {
      const field = page.getByLabel("Search connections");
      await field.fill("");
      await field.pressSequentially(text);
      await page.waitForURL((url) => url.searchParams.get("search") === text);
      await page.getByText("No connection matches").waitFor();
      await page.reload();
      await page.getByText("No connection matches").waitFor();
      expect(await field.inputValue()).toBe(text);
    }
  });

  test("of choices are drawn in part, and what is typed finds the others", async () => {
    await using opened = await openConsole(world, { path: "/console/history" });
    const { page } = opened;
    await page.getByRole("combobox", { name: "Connection" }).click();
    const choices = page.getByRole("option");
    await choices.getByText("Store 1", { exact: true }).waitFor();
    expect(await choices.count()).toBeLessThanOrEqual(maxRows);
    await page.keyboard.type("Store 149");
    await expect.poll(() => choices.allInnerTexts()).toEqual(["Store 149"]);
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("Enter");
    await page.waitForURL(/connection=/);
  });

  test("of connections to run through, or to add to a toolset, are drawn in part", async () => {
    const path = "/console/tools/warehouse_read_part_1";
    await using opened = await openConsole(world, { path });
    const { page } = opened;
    const field = page.getByRole("combobox", { name: "Connection" });
    await field.click();
    const choices = page.getByRole("option");
    await choices.getByText("Automatic").waitFor();
    expect(await choices.count()).toBeLessThanOrEqual(maxRows);
    await field.fill("Store 149");
    await expect.poll(() => choices.allInnerTexts()).toEqual(["Store 149"]);
    await page.keyboard.press("Escape");
    const made = { name: "Of many", connections: [] };
    const { toolsetId } = await world.call<{ toolsetId: string }>("POST", "/v1/toolsets", made);
    await goInside(page, `/toolsets/${toolsetId}`);
    await page.getByRole("button", { name: "Add connection" }).click();
    const items = page.getByRole("menuitem");
    await page.getByText("The first 50 of 151 connections. Search for others.").waitFor();
    expect(await items.count()).toBe(50);
    await page.getByLabel("Search connections").fill("Store 149");
    await expect.poll(() => items.count()).toBe(1);
    await page.keyboard.press("Escape");
    await world.call("DELETE", `/v1/toolsets/${toolsetId}`);
  });

  test("of toolsets are drawn in part, and show more on demand", async () => {
    const made: string[] = [];
    for (let index = 0; index < 70; index++) {
      const toolset = { name: `Agent ${index}`, connections: [] };
      made.push((await world.call<{ toolsetId: string }>("POST", "/v1/toolsets", toolset)).toolsetId);
    }
    await using opened = await openConsole(world, { path: "/console/toolsets" });
    const { page } = opened;
    const cards = page.getByRole("main").getByRole("listitem");
    await cards.first().waitFor();
    expect(await cards.count()).toBe(60);
    await page.getByRole("button", { name: "Show more" }).press("Enter");
    await expect.poll(() => cards.count()).toBeGreaterThanOrEqual(70);
    await expect
      .poll(() => cards.nth(60).evaluate((card) => card.contains(document.activeElement)))
      .toBe(true);
    for (const toolsetId of made) {
      await world.call("DELETE", `/v1/toolsets/${toolsetId}`);
    }
  });

  test("of applications have numbers in their names in the order of numbers, in the list before a search, too", async () => {
    const responses = { 200: { description: "OK" } };
    for (const number of [10, 2]) {
      await world.call("POST", "/v1/applications", {
        source: "openapi",
        slug: `yard-${number}`,
        document: {
          openapi: "3.1.0",
          info: { title: `Yard ${number}`, version: "1" },
          servers: [{ url: "http://127.0.0.1:9" }],
          paths: { "/gates": { get: { operationId: "list_gates", responses } } },
        },
      });
    }
    await using opened = await openConsole(world, { path: "/console/applications" });
    const { page } = opened;
    for (const path of ["/applications", "/tools"]) {
      await goInside(page, path);
      const names = page.getByRole("main").getByText(/^Yard \d+$/);
      await expect.poll(() => names.allInnerTexts(), { message: path }).toEqual(["Yard 2", "Yard 10"]);
    }
  });

  test("of tools count nothing before they are read", async () => {
    await using opened = await openConsole(world, { path: "/console/settings", except: [/Failed to load/] });
    const { page } = opened;
    await page.route(/\/v1\/tools\?/, (route) => route.abort());
    await page.goto("/console/tools?application=warehouse");
    await page.getByText("The server does not respond.").waitFor();
    expect(await page.getByText("0 tools", { exact: true }).count()).toBe(0);
    await page.unroute(/\/v1\/tools\?/);
    // It asks again by itself.
    await page.getByText("The first 100 of 1,200 tools").waitFor();
    await page.route(/\/v1\/applications\?/, (route) => route.abort());
    await page.goto("/console/applications");
    await page.getByText("The server does not respond.").waitFor();
    await page.unroute(/\/v1\/applications\?/);
    await page.getByRole("alert").waitFor({ state: "detached" });
    await page
      .getByRole("link", { name: /^Warehouse/i })
      .first()
      .waitFor();
  });

  test("of tools begin with their applications, are shown a hundred at a time, and one search follows the typing", async () => {
    await using opened = await openConsole(world, { path: "/console/tools" });
    const { page } = opened;
    const applications = page.getByRole("table", { name: "Applications with tools" });
    await applications.getByText("1,200 tools", { exact: true }).waitFor();
    await applications.getByText("Connected", { exact: true }).waitFor();
    await applications.getByRole("link", { name: "Warehouse" }).press("Enter");
    await page.waitForURL(/application=warehouse/);
    await page.getByText("The first 100 of 1,200 tools").waitFor();
    const content = page.getByRole("main", { name: "Tools" });
    await expect.poll(() => content.evaluate((main) => main === document.activeElement)).toBe(true);
    await page.getByRole("button", { name: "Show more" }).press("Enter");
    await page.getByText("The first 200 of 1,200 tools").waitFor();
    // The first new row has the focus: the heading is row 1.
    const readRow = () => document.activeElement?.closest("[role=row]")?.getAttribute("aria-rowindex");
    await expect.poll(() => page.evaluate(readRow)).toBe("102");
    expect(await countRows(page)).toBeLessThanOrEqual(maxRows);
    const searches: string[] = [];
    page.on("request", (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname === "/v1/tools") {
        searches.push(searchParams.get("search") ?? "");
      }
    });
    await page.getByLabel("Search tools").fill("change part 7");
    await page.locator("mark", { hasText: "Change" }).first().waitFor();
    expect(searches).toEqual(["change part 7"]);
    await page.goto("/console/tools?search=change+part+7");
    await page.locator("mark", { hasText: "Change" }).first().waitFor();
    await page.getByRole("combobox", { name: "Application" }).click();
    await page.getByRole("option", { name: "Warehouse" }).click();
    await page.waitForURL(/application=warehouse/);
    await page.locator("mark", { hasText: "Change" }).first().waitFor();
  });

  test("say beside their button why no more could be read", async () => {
    await using opened = await openConsole(world, {
      path: "/console/tools?application=warehouse",
      except: [/ERR_FAILED/],
    });
    const { page } = opened;
    await page.getByText("The first 100 of 1,200 tools").waitFor();
    const button = page.getByRole("button", { name: "Show more" });
    await page.route("**/v1/tools?*", (route) => route.abort());
    await button.click();
    const alert = page.getByRole("alert").getByText("The server does not respond");
    await alert.waitFor();
    await expect.poll(() => button.evaluate((one) => one === document.activeElement)).toBe(true);
    await page.unroute("**/v1/tools?*");
    await button.click();
    await page.getByText("The first 200 of 1,200 tools").waitFor();
    expect(await alert.count()).toBe(0);
  });

  test("that are empty say what to do first", async () => {
    await using opened = await openConsole(world, { path: "/console/settings", width: 375 });
    const { page } = opened;
    const json = { items: [], totalCount: 0, offset: 0, top: 100 };
    await page.route(/\/v1\/(applications|tools|applications\/OAuthClients)\?/, (route) =>
      route.fulfill({ json }),
    );
    const main = page.getByRole("main");
    await page.goto("/console/tools");
    await page.getByText("No tool yet").waitFor();
    // The fields end below each other.
    const readEnd = (field: Locator) => field.evaluate((one) => one.getBoundingClientRect().right);
    expect(await readEnd(main.getByRole("combobox", { name: "Application" }))).toBeCloseTo(
      await readEnd(main.getByRole("textbox", { name: "Search tools" })),
      0,
    );
    await main.getByRole("link", { name: "Choose an application" }).click();
    await page.getByText("No application yet").waitFor();
    await goInside(page, "/oauth-clients?tab=applications");
    await main.getByRole("link", { name: "Import an application" }).waitFor();
    await goInside(page, "/oauth-clients");
    await main.getByRole("link", { name: "Choose a toolset" }).click();
    await page.getByRole("heading", { level: 1, name: "Toolsets" }).waitFor();
  });

  test("with names of 200 letters, and with names from right to left, fit a phone", async () => {
    const long = "Verwaltungsvorschriftenprüfung".repeat(7).slice(0, 200);
    const leftwards = "فريق العمليات الدولية لمعالجة طلبات العملاء ".repeat(4).trim();
    const toolsets: string[] = [];
    for (const [index, name] of [long, leftwards].entries()) {
      const { connectionId } = await world.call<{ connectionId: number }>("POST", "/v1/connections", {
        applicationSlug: "warehouse",
        name,
        fields: { apiKey: `key-of-name-${index}` },
        isDefault: index === 0,
      });
      const connections = [
        { connectionId, applicationSlug: "warehouse", toolSlugs: ["warehouse_read_part_0"] },
      ];
      const { toolsetId } = await world.call<{ toolsetId: string }>("POST", "/v1/toolsets", {
        name,
        connections,
      });
      toolsets.push(toolsetId);
      const narrowing = name === long ? { toolsetId } : {};
      const { apiKey } = await world.call<{ apiKey: string }>("POST", "/v1/apikeys", { name, ...narrowing });
      await fetch(`${world.baseUrl}/v1/auth/whoami`, { headers: { "x-api-key": apiKey } });
      await world.call("POST", "/v1/members", {
        ...{ kind: "service", fullName: name, role: "Member" },
        email: `service${index}@${"long-".repeat(10)}name.example.com`,
      });
    }
    await world.call("PATCH", "/v1/applications/warehouse", { name: long, description: `${long}${long}` });
    await world.call("POST", "/v1/applications", {
      source: "openapi",
      slug: "unconnected",
      document: {
        openapi: "3.1.0",
        info: { title: long, version: "1" },
        servers: [{ url: "http://127.0.0.1:9" }],
        components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "x-key" } } },
        security: [{ key: [] }],
        paths: { "/ping": { get: { operationId: "ping", responses: {} } } },
      },
    });
    await using opened = await openConsole(world, { path: "/console/settings", width: 375 });
    const { page } = opened;
    const main = page.getByRole("main");
    const names = /Verwaltungsvorschriften|العمليات/;
    const looked: [path: string, shows: RegExp][] = [
      ["/applications", names],
      ["/applications/warehouse?connect=choose", /Use it for/],
      ["/connections", names],
      ["/keys", names],
      ["/members", names],
      ["/applications/unconnected?tab=connections", names],
      ["/toolsets", names],
      ...toolsets.flatMap((id): [string, RegExp][] => [
        [`/toolsets/${id}`, /1 tool chosen/],
        [`/toolsets/${id}?tab=agent`, /First call seen|Waiting for an agent/],
      ]),
      [`/tools/warehouse_read_part_0?toolset=${toolsets[0]}`, /Will use .*because/],
    ];
    for (const [path, shows] of looked) {
      // What the page before shows is gone then.
      await goInside(page, "/settings");
      await main.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
      await goInside(page, path);
      await page.locator("main, [role=dialog]").getByText(shows).first().waitFor({ state: "attached" });
      await page.waitForFunction(() => document.querySelector(".mantine-Skeleton-root") === null);
      const tooWide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect.soft(tooWide, `${path}: pixels that stick out to the right`).toBeLessThanOrEqual(0);
      expect.soft(await listTextsOutside(page), `${path}: texts that stick out of their dialog`).toEqual([]);
      const title = await page.getByRole("heading", { level: 1, includeHidden: true }).boundingBox();
      expect
        .soft(title?.height, `${path}: pixels of the title, which has three lines at most`)
        .toBeLessThan(95);
    }
    await goInside(page, "/members");
    const member = main.getByText(leftwards);
    await member.waitFor();
    // Else the end of the name would be shown, and its beginning cut off.
    const readCut = (name: Locator) =>
      name.evaluate((element) => {
        const { direction, textOverflow } = getComputedStyle(element);
        return { direction, textOverflow };
      });
    const cut = { direction: "rtl", textOverflow: "ellipsis" };
    expect(await readCut(member)).toEqual(cut);
    await goInside(page, "/keys");
    const name = main.getByText(leftwards);
    await name.waitFor();
    expect(await readCut(name)).toEqual(cut);
    const search = main.getByRole("textbox", { name: "Search keys" });
    expect(await search.evaluate((element) => getComputedStyle(element).textOverflow)).toBe("ellipsis");
  });

  test.each([
    ["larger letters", "html { font-size: 24px !important }"],
    // WCAG 2.2, 1.4.12.
    [
      "spaced texts",
      "* { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important } p { margin-bottom: 2em !important }",
    ],
  ])("have rows that are high enough for %s", async (_name, style) => {
    const { items } = await world.call<{ items: { connectionId: number }[] }>("GET", "/v1/connections?top=1");
    const connections = items.map(({ connectionId }) => ({
      connectionId,
      applicationSlug: "warehouse",
      toolSlugs: ["warehouse_read_part_0"],
    }));
    const { toolsetId } = await world.call<{ toolsetId: string }>("POST", "/v1/toolsets", {
      name: "Read",
      connections,
    });
    await using opened = await openConsole(world, { path: "/console/settings", spoilsPage: true });
    const { page } = opened;
    const main = page.getByRole("main");
    await main.getByRole("heading", { level: 1, name: "Settings" }).waitFor();
    await page.evaluate((text) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(text);
      document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    }, style);
    for (const [path, entries] of [
      ["/applications/warehouse", main.getByRole("rowgroup").getByRole("row")],
      [`/toolsets/${toolsetId}`, main.getByRole("group", { name: "Tools" }).locator("div[data-index]")],
    ] as const) {
      await goInside(page, path);
      await entries.nth(5).waitFor();
      await expect.poll(() => entries.evaluateAll(findOverfull), { message: path }).toEqual([]);
    }
  });

  test("of applications have cards that are high enough for larger letters", async () => {
    const description = "Parts of every kind. ".repeat(10);
    await world.call("PATCH", "/v1/applications/warehouse", { description });
    await using opened = await openConsole(world, { path: "/console/settings", spoilsPage: true });
    const { page } = opened;
    await page.evaluate(() => {
      document.documentElement.style.fontSize = "24px";
    });
    await goInside(page, "/applications");
    const card = page.getByRole("listitem").first();
    const [box, lastLine] = [await card.boundingBox(), await card.getByText(/ · OpenAPI$/).boundingBox()];
    const below = (box?.y ?? 0) + (box?.height ?? 0) - (lastLine?.y ?? 0) - (lastLine?.height ?? 0);
    expect(below, "pixels below the last line").toBeGreaterThan(8);
  });

  test("of connections cut a long name of an application, so that its cards stay small", async () => {
    await using opened = await openConsole(world, { path: "/console/connections?search=Store" });
    const { page } = opened;
    const card = page.getByRole("listitem").filter({ hasText: "Verwaltungsvorschriften" }).first();
    await card.waitFor();
    expect((await card.boundingBox())?.height).toBeLessThan(90);
  });

  test("of connections draw the cards in sight", async () => {
    await using opened = await openConsole(world, { path: "/console/connections" });
    const { page } = opened;
    await page.getByText("Store 0", { exact: true }).waitFor();
    expect(await page.getByRole("listitem").count()).toBeLessThanOrEqual(maxRows);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await page.getByText(`Store ${connectionCount - 1}`, { exact: true }).waitFor();
  });
});
