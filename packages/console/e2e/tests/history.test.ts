import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkLooks } from "../support/check-looks.ts";
import { copyTable } from "../support/copy-table.ts";
import { waitForPaint } from "../support/measure-work.ts";
import { openConsole } from "../support/open-console.ts";
import { type Desk, openDesk } from "../support/open-desk.ts";
import { describeConsole } from "../support/world.ts";

describeConsole("the history", (world) => {
  let desk: Desk;
  const run = (toolSlug: string, fields: object = {}) =>
    world.call<{ historyId: number }>("POST", `/v1/tools/${toolSlug}/execute`, { fields });
  const rows = (page: Page) =>
    page.getByRole("table", { name: "Calls", exact: true }).locator("[data-row-link]");

  beforeAll(async () => {
    desk = await openDesk(world);
    for (let call = 0; call < 4; call++) {
      await run("desk_delete_ticket", { id: call });
      await run("desk_fail");
    }
  });
  afterAll(async () => {
    await desk?.[Symbol.asyncDispose]();
  });

  test("shows a new call by itself, with whose account it used, and none when it is not live", async () => {
    await using opened = await openConsole(world, { path: "/console/history" });
    const { page } = opened;
    await rows(page).first().waitFor();
    const before = await rows(page).count();
    await run("desk_list_tickets");
    await expect.poll(() => rows(page).count()).toBe(before + 1);
    expect(await rows(page).first().textContent()).toBe("desk_list_tickets");
    const cells = page.getByRole("table", { name: "Calls", exact: true }).getByRole("row").nth(1);
    // A phone has a line of its own.
    const shown = (words: string) => cells.getByText(words, { exact: true }).filter({ visible: true });
    await shown("Admin").waitFor();
    await shown("API · First key").waitFor();
    await shown("Desk of the house").waitFor();
    await page.getByRole("switch", { name: "Live" }).click();
    await run("desk_fail");
    await page.waitForTimeout(4000);
    expect(await rows(page).count()).toBe(before + 1);
  });

  test("copies rows so that a spreadsheet has each cell in its column", async () => {
    await using opened = await openConsole(world, { path: "/console/history" });
    const { page } = opened;
    await rows(page).nth(1).waitFor();
    const copied = await copyTable(page.getByRole("table", { name: "Calls", exact: true }));
    expect(copied?.[0]).toEqual(["Tool", "Result", "Who", "Connection", "Took", "When"]);
    const call = ["desk_fail", "Refused", "Admin API · First key", "Desk of the house"];
    expect(copied?.map((cells) => cells.slice(0, 4))).toContainEqual(call);
  });

  test("has its newest calls on Home, with their results below each other", async () => {
    await using opened = await openConsole(world);
    const { page } = opened;
    // Times of different widths.
    await page.route(/\/v1\/executions\?top=8/, async (route) => {
      const response = await route.fetch();
      const list = (await response.json()) as { items: object[] };
      const items = list.items.map((item, index) => ({
        ...item,
        createdDate: new Date(Date.now() - 40_000 * index ** 3).toISOString(),
      }));
      await route.fulfill({ response, json: { ...list, items } });
    });
    await page.reload();
    const call = page.getByRole("main").locator("a[href*='/history/']");
    await call.first().waitFor();
    const lefts = await page
      .getByRole("main")
      .locator(".mantine-Badge-root")
      .evaluateAll((badges) => badges.map((badge) => badge.getBoundingClientRect().left));
    expect(lefts.length).toBe(await call.count());
    expect(new Set(lefts).size).toBe(1);
  });

  test("does not draw the chart anew for a call that it does not count yet", async () => {
    await using opened = await openConsole(world);
    const { page } = opened;
    const summary = await world.call("GET", "/v1/executions/Summary?groupBy=kind");
    await page.route(/\/v1\/executions\/Summary/, (route) => route.fulfill({ json: summary }));
    await page.goto("/console/history");
    await page.locator(".recharts-bar-rectangle path").first().waitFor();
    const before = await rows(page).count();
    const readChanges = await observeChanges(page, ".recharts-surface");
    await run("desk_list_tickets");
    await expect.poll(() => rows(page).count()).toBeGreaterThan(before);
    await waitForPaint(page);
    expect(await readChanges()).toBe(0);
  });

  test("draws calls over time, splits them as asked, and narrows the time by a click", async () => {
    await using opened = await openConsole(world, { path: "/console/history" });
    const { page } = opened;
    const chart = page.getByRole("region", { name: "Calls over time" });
    await chart.getByRole("img", { name: /\d+ calls, \d+ failed/ }).waitFor();
    await chart.locator(".recharts-bar-rectangle path").first().waitFor();
    await chart.getByText("in steps of half an hour", { exact: true }).waitFor();
    await chart.locator(".recharts-line").waitFor({ state: "attached" });
    await checkLooks(page, "history");
    await chart.getByRole("combobox", { name: "Group the chart" }).click();
    await page.getByRole("option", { name: "By tool" }).click();
    await page.waitForURL("**/console/history?group=tool");
    await chart.getByText(/^desk_fail \d+$/).waitFor();
    await chart.getByRole("button", { name: "Show as table" }).click();
    expect(await chart.getByRole("columnheader", { name: "desk_fail" }).count()).toBe(1);
    expect(await chart.getByRole("columnheader", { name: /95 %/ }).count()).toBe(1);
    await checkLooks(page, "history-as-table");
    await chart.getByRole("button", { name: "Show as chart" }).click();
    const bar = chart.locator(".recharts-bar-rectangle path").last();
    await bar.hover();
    // The bar under the pointer is drawn anew, and a click that begins on another one is lost.
    await chart.locator(".recharts-tooltip-wrapper").waitFor();
    await bar.click();
    await page.waitForURL(/[?&]from=2.*&to=2/);
    await page.getByText(/^Time: .* to /).waitFor();
    await rows(page).first().waitFor();
    await page.getByRole("button", { name: "Remove the filter Time" }).click();
    await page.waitForURL("**/console/history?group=tool");
  });

  test("shows the member of an Admin's link to those who have no such choice, and lets them take it off", async () => {
    const person = await world.hire();
    const path = "/console/history?member=1";
    await using opened = await openConsole(world, { path, person, except: [/status of 403/] });
    const { page } = opened;
    await page.getByText("Only an Admin sees the history of other account users.").first().waitFor();
    await page.getByText("Member: 1", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Remove the filter Member" }).click();
    await page.waitForURL("**/console/history");
    await page.getByText("Nothing ran yet").waitFor();
  });

  test("keeps its filters through a record, the next one, a reload and a new tab", async () => {
    await using opened = await openConsole(world, { path: "/console/history?success=false" });
    const { page } = opened;
    await rows(page).first().click();
    await page.waitForURL(/\/console\/history\/\d+\?success=false$/);
    const first = Number(new URL(page.url()).pathname.split("/").at(-1));
    await page.getByRole("link", { name: "Older" }).click();
    await page.waitForURL((url) => !url.pathname.endsWith(`/${first}`));
    const second = Number(new URL(page.url()).pathname.split("/").at(-1));
    expect(second).toBeLessThan(first);
    await page.getByRole("heading", { level: 1, name: `desk_fail · ${second}` }).waitFor();
    expect(page.url()).toMatch(/\?success=false$/);
    await page.reload();
    await page.getByRole("link", { name: "Newer" }).waitFor();
    const tab = await page.context().newPage();
    await tab.goto(page.url());
    await tab.getByRole("heading", { level: 1, name: `desk_fail · ${second}` }).waitFor();
    await tab.getByRole("link", { name: "Newer" }).click();
    await tab.waitForURL(new RegExp(`/${first}\\?success=false$`));
    await tab.getByRole("navigation", { name: "Trail" }).getByRole("link", { name: "History" }).click();
    await tab.waitForURL("**/console/history?success=false");
    await rows(tab).first().waitFor();
    expect(new Set(await rows(tab).allTextContents())).toEqual(new Set(["desk_fail"]));
    // A record that is not in the loaded list leads on, too.
    await tab.goto(`/console/history/${second}?success=true`);
    await tab.getByRole("link", { name: "Older" }).click();
    await tab.getByRole("heading", { level: 1, name: /^desk_delete_ticket/ }).waitFor();
    const between = await world.call<{ items: { historyId: number }[] }>(
      "GET",
      `/v1/executions?isSuccess=false&before=${second}&top=1`,
    );
    await tab.goto(`/console/history/${between.items[0]?.historyId}?success=true`);
    await tab.getByRole("link", { name: "Newer" }).click();
    await tab.getByRole("heading", { level: 1, name: /^desk_delete_ticket/ }).waitFor();
    await tab.goto("/console/history?success=false");
    // The caret stays where a person types.
    const words = tab.getByLabel("Search the history");
    await words.fill("fail");
    await tab.waitForURL(/search=fail/);
    await words.press("Home");
    await words.pressSequentially("desk_");
    await tab.waitForURL(/search=desk_fail/);
    expect(await words.inputValue()).toBe("desk_fail");
    await tab.close();
  });

  test("shows whole names in its choices", async () => {
    const name = "Toolset of the second line of support";
    await world.call("POST", "/v1/toolsets", { name });
    await using opened = await openConsole(world, { path: "/console/history" });
    const { page } = opened;
    await page.getByRole("combobox", { name: "Toolset" }).click();
    const option = page.getByRole("option", { name });
    await option.waitFor();
    expect(await option.evaluate((element) => element.scrollWidth - element.clientWidth)).toBeLessThanOrEqual(
      0,
    );
    expect((await option.boundingBox())?.width).toBeGreaterThan(200);
  });

  test("cuts a name from right to left at its end, also beside other words", async () => {
    const name = "مفتاح قسم المحاسبة والعمليات المالية الدولية".repeat(2);
    const key = await world.call<{ apiKey: string }>("POST", "/v1/apikeys", { name });
    const headers = { "x-api-key": key.apiKey, "content-type": "application/json" };
    const path = `${world.baseUrl}/v1/tools/desk_list_tickets/execute`;
    expect((await fetch(path, { method: "POST", headers, body: "{}" })).status).toBe(200);
    await using opened = await openConsole(world, { path: "/console/history" });
    const shown = opened.page.getByRole("cell").getByText(name).last();
    await shown.waitFor();
    const cut = await shown.evaluate((element) => {
      const { direction, textOverflow } = getComputedStyle(element);
      return { direction, textOverflow, isCut: element.scrollWidth > element.clientWidth };
    });
    expect(cut).toEqual({ direction: "rtl", textOverflow: "ellipsis", isCut: true });
    // The words before it are whole.
    const source = shown.locator("xpath=..").getByText("API", { exact: true });
    expect(await source.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  });

  test("is narrowed to a connection and to a key by their names", async () => {
    const key = await world.call<{ apiKeyId: number; apiKey: string }>("POST", "/v1/apikeys", {
      name: "Night shift",
    });
    const path = `${world.baseUrl}/v1/tools/desk_list_tickets/execute`;
    const headers = { "x-api-key": key.apiKey, "content-type": "application/json" };
    expect((await fetch(path, { method: "POST", headers, body: "{}" })).status).toBe(200);
    await using opened = await openConsole(world, { path: "/console/history" });
    const { page } = opened;
    await page.getByRole("combobox", { name: "Connection" }).click();
    await page.getByRole("option", { name: "Desk of the house" }).click();
    await page.waitForURL(`**/console/history?connection=${desk.connectionId}`);
    await page.getByRole("combobox", { name: "Key" }).click();
    await page.getByRole("option", { name: "Night shift" }).click();
    await page.waitForURL(`**/console/history?connection=${desk.connectionId}&key=${key.apiKeyId}`);
    await page.getByText("1 of 1 call").waitFor();
    expect(await page.getByRole("button", { name: /^Remove the filter/ }).count()).toBe(0);
    await page.reload();
    await page.getByText("1 of 1 call").waitFor();
    const chosen = page.getByRole("combobox", { name: "Key" });
    expect(await chosen.inputValue()).toBe("Night shift");
    // Names alone do not say which filter each is.
    const label = page.locator("label").filter({ hasText: /^Key$/ });
    const [labelBox, fieldBox] = [await label.boundingBox(), await chosen.boundingBox()];
    expect((labelBox?.y ?? 0) + (labelBox?.height ?? 0)).toBeLessThanOrEqual((fieldBox?.y ?? 0) + 2);
    expect(
      await page
        .locator("label")
        .filter({ hasText: /^Member$/ })
        .count(),
    ).toBe(0);
    // A longer name ends before the button that clears it.
    const overlap = await chosen.evaluate((field) => {
      const end =
        field.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(field).paddingRight);
      return end - (field.parentElement?.querySelector("button")?.getBoundingClientRect().left ?? 0);
    });
    expect(overlap).toBeLessThanOrEqual(0);
    await page
      .getByRole("region", { name: "Calls over time" })
      .locator(".recharts-line")
      .waitFor({ state: "attached" });
    await checkLooks(page, "history-key");

    await rows(page).first().click();
    await page.getByText("API with the key Night shift").waitFor();
    await page.getByRole("link", { name: "All calls of this key" }).click();
    await page.waitForURL(`**/console/history?key=${key.apiKeyId}`);
    await world.call("DELETE", `/v1/apikeys/${key.apiKeyId}`);
    await page.reload();
    await page.getByText(`Key: number ${key.apiKeyId}, deleted or not yours`).waitFor();
    await page.getByText("1 of 1 call").waitFor();
    await rows(page).first().click();
    await page.getByText("API with a deleted key").waitFor();
  });

  test("splits calls by key, by name, and says which had none or a deleted one", async () => {
    const keys: { apiKeyId: number; apiKey: string }[] = [];
    const long = "Stundenzettelverwaltung".repeat(8);
    for (const name of ["Twin", "Twin", "Retired", long]) {
      keys.push(await world.call("POST", "/v1/apikeys", { name }));
    }
    for (const { apiKey } of keys) {
      const headers = { "x-api-key": apiKey, "content-type": "application/json" };
      const path = `${world.baseUrl}/v1/tools/desk_list_tickets/execute`;
      expect((await fetch(path, { method: "POST", headers, body: "{}" })).status).toBe(200);
    }
    const [first, second, retired] = keys.map(({ apiKeyId }) => apiKeyId);
    await world.call("DELETE", `/v1/apikeys/${retired}`);
    await using opened = await openConsole(world, { path: "/console/tools/desk_list_tickets" });
    const { page } = opened;
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByRole("region", { name: "Result" }).getByText("240 results").waitFor();
    await page.goto("/console/history?group=apiKey");
    const chart = page.getByRole("region", { name: "Calls over time" });
    await chart.getByRole("button", { name: "Show as table" }).click();
    for (const name of ["First key", `Twin (number ${first})`, `Twin (number ${second})`]) {
      await chart.getByRole("columnheader", { name, exact: true }).waitFor();
    }
    for (const name of [`Deleted key ${retired}`, "No key"]) {
      await chart.getByRole("columnheader", { name, exact: true }).waitFor();
    }
    await chart.getByRole("button", { name: "Show as chart" }).click();
    await chart.getByText(long).first().waitFor();
    expect(await chart.getByRole("combobox", { name: "Group the chart" }).inputValue()).toBe("By key");
    await checkLooks(page, "history-by-key");
  });

  test("names filters by what was deleted", async () => {
    const { toolsetId } = await world.call<{ toolsetId: string }>("POST", "/v1/toolsets", { name: "Brief" });
    await world.call("DELETE", `/v1/toolsets/${toolsetId}`);
    const path = `/console/history?toolset=${toolsetId}&application=left&member=4711&connection=4711`;
    await using opened = await openConsole(world, { path });
    const { page } = opened;
    await page.getByText("No call matches").waitFor();
    await page.getByText("Toolset: deleted, or not yours").waitFor();
    await page.getByText("Application: left").waitFor();
    await page.getByText("Member: 4711, who was removed").waitFor();
    await page.getByText("Connection: number 4711, deleted or not yours").waitFor();
    await page.getByRole("button", { name: "Remove the filter Toolset" }).click();
    await page.waitForURL((url) => !url.search.includes("toolset"));
  });

  test("keeps views under a name in this browser", async () => {
    await using opened = await openConsole(world, { path: "/console/history?success=false&from=7d" });
    const { page } = opened;
    const views = page.getByRole("region", { name: "Saved views" });
    await page.getByRole("button", { name: "Save view" }).waitFor();
    const other = await page.context().newPage();
    await other.goto("/console/history?success=true");
    await other.getByRole("button", { name: "Save view" }).click();
    await other.getByLabel("Name of the view").fill("Successes");
    await other.keyboard.press("Enter");
    await other.getByRole("link", { name: "Successes" }).waitFor();
    await other.close();
    await page.getByRole("button", { name: "Save view" }).click();
    await page.getByText("Views are kept in this browser only.").waitFor();
    await page.getByLabel("Name of the view").fill("Failures of the week");
    await page.keyboard.press("Enter");
    await views.getByRole("link", { name: "Failures of the week" }).waitFor();
    await views.getByRole("link", { name: "Successes" }).waitFor();
    await page.getByRole("button", { name: "Delete the view Successes" }).click();
    await page.getByRole("button", { name: "Clear filters" }).click();
    await page.waitForURL("**/console/history");
    await page.reload();
    await views.getByRole("link", { name: "Failures of the week" }).click();
    await page.waitForURL(/\/console\/history\?(success=false&from=7d|from=7d&success=false)$/);
    await rows(page).first().waitFor();
    await checkLooks(page, "history-saved-view");
    await page.getByRole("button", { name: "Delete the view Failures of the week" }).click();
    await page.reload();
    await page.getByRole("button", { name: "Save view" }).waitFor();
    expect(await views.getByRole("link").count()).toBe(0);
  });

  test("is exported as a whole, as CSV and as JSON, and an export can be canceled", async () => {
    await using opened = await openConsole(world, { path: "/console/history?success=false" });
    const { page } = opened;
    await rows(page).first().waitFor();
    await page.getByRole("switch", { name: "Live" }).click();
    // Pages of the export are small here, so that it has several.
    await page.route(/\/v1\/executions\?.*top=1000/, (route) =>
      route.continue({ url: route.request().url().replace("top=1000", "top=2") }),
    );
    const save = async (name: string) => {
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name, exact: true }).click(),
      ]);
      return { name: file.suggestedFilename(), text: await readFile(await file.path(), "utf8") };
    };
    const csv = await save("CSV");
    expect(csv.name).toMatch(/^history_\d{8}T\d{6}Z_\d{8}T\d{6}Z\.csv$/);
    await page.getByRole("status").getByText(`Saved as ${csv.name}.`).waitFor();
    const [head, ...lines] = csv.text.trim().split("\r\n");
    expect(head).toMatch(/^historyId,createdDate,toolSlug,/);
    const json = await save("JSON");
    const records = JSON.parse(json.text);
    const failed = await world.call<{ items: { historyId: number }[] }>(
      "GET",
      "/v1/executions?isSuccess=false",
    );
    expect(records.map(({ historyId }: { historyId: number }) => historyId)).toEqual(
      failed.items.map(({ historyId }) => historyId),
    );
    expect(records.length).toBeGreaterThan(2);
    expect(records[0]).toMatchObject({ toolSlug: "desk_fail", isSuccess: false });
    expect(lines.map((line) => Number(line.split(",")[0]))).toEqual(
      records.map(({ historyId }: { historyId: number }) => historyId),
    );
    await page.route(/\/v1\/executions\?.*before=/, () => new Promise(() => undefined));
    await page.getByRole("button", { name: "CSV", exact: true }).click();
    const running = page.getByRole("region", { name: "Export" });
    await running.getByRole("button", { name: "Cancel" }).click();
    await running.waitFor({ state: "detached" });
  });

  test("forgets a kind of failure when it is asked for successes", async () => {
    await run("desk_list_tickets");
    await using opened = await openConsole(world, { path: "/console/history?kind=downstreamRefused" });
    const { page } = opened;
    await rows(page).filter({ hasText: "desk_fail" }).first().waitFor();
    // A call that waits has no record.
    await page.getByRole("combobox", { name: "Failure" }).click();
    await page.getByRole("option", { name: "Timeout" }).waitFor();
    expect(await page.getByRole("option", { name: "Waits for approval" }).count()).toBe(0);
    await page.keyboard.press("Escape");
    await page.getByRole("combobox", { name: "Result" }).click();
    await page.getByRole("option", { name: "Succeeded" }).click();
    await rows(page).filter({ hasText: "desk_list_tickets" }).first().waitFor();
    expect(new URL(page.url()).search).toBe("?success=true");
  });

  test("has its filters at every width", async () => {
    await using opened = await openConsole(world, { path: "/console/history" });
    const { page } = opened;
    await rows(page).first().waitFor();
    for (const width of [767, 768, 991, 992]) {
      await page.setViewportSize({ width, height: 800 });
      const choice = page.getByRole("combobox", { name: "Toolset" });
      const opener = page.getByRole("button", { name: "Filters", exact: true });
      expect([await choice.isVisible(), await opener.isVisible()], String(width)).toEqual(
        width < 992 ? [false, true] : [true, false],
      );
    }
  });

  test("folds its filters on a phone", async () => {
    await using opened = await openConsole(world, { path: "/console/history?success=false", width: 375 });
    const { page } = opened;
    await rows(page).first().waitFor();
    const filters = page.getByRole("button", { name: "Filters (1)", exact: true });
    expect(await filters.getAttribute("aria-expanded")).toBe("false");
    expect(await page.getByRole("combobox", { name: "Toolset" }).isVisible()).toBe(false);
    await filters.click();
    await page.getByRole("combobox", { name: "Toolset" }).waitFor();
    await checkLooks(page, "history-filters");
  });
});

/** Returns a function that tells how many changes there were in an element since. */
async function observeChanges(page: Page, selector: string): Promise<() => Promise<number>> {
  const counted = await page
    .locator(selector)
    .first()
    .evaluateHandle((element) => {
      const changes = { count: 0 };
      new MutationObserver((records) => {
        changes.count += records.length;
      }).observe(element, { subtree: true, childList: true, attributes: true, characterData: true });
      return changes;
    });
  return () => counted.evaluate(({ count }) => count);
}
