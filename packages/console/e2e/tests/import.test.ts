import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { checkLooks } from "../support/check-looks.ts";
import { openConsole } from "../support/open-console.ts";
import { describeConsole } from "../support/world.ts";

const operationCount = 1200;

/** A document with many operations, and one that cannot become a tool. */
function describeWarehouse(count: number): object {
  const text = { type: "string", description: "Some words." };
  const properties = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`field${index}`, text]));
  const operations = Array.from({ length: count }, (_, index) => [
    `/shelves/${index}/items`,
    {
      post: {
        operationId: `add_item_${index}`,
        summary: `Add an item to shelf ${index}`,
        requestBody: { content: { "application/json": { schema: { type: "object", properties } } } },
        responses: { 200: { description: "OK" } },
      },
    },
  ]);
  return {
    openapi: "3.1.0",
    info: { title: "Warehouse", version: "1" },
    servers: [{ url: "http://127.0.0.1:9" }],
    paths: { ...Object.fromEntries(operations), "/traced": { trace: { responses: {} } } },
  };
}

async function paste(page: Page, text: string): Promise<void> {
  await page.getByText("Paste", { exact: true }).click();
  await page.getByLabel("Document").fill(text);
}

/** Notes each value of the progress bar, from now until the page is loaded anew. */
const noteProgress = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const seen: string[] = [];
    Object.assign(window, { seenProgress: seen });
    const note = () => {
      const value = document.querySelector('[role="progressbar"]')?.getAttribute("aria-valuenow");
      if (value && value !== seen.at(-1)) {
        seen.push(value);
      }
    };
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true });
  });

const readProgress = (page: Page): Promise<number[]> =>
  page.evaluate(() => (window as unknown as { seenProgress: string[] }).seenProgress.map(Number));

describeConsole("an import", (world) => {
  test("of a big document shows its progress, goes on without its page, and ends with a result", async () => {
    await using opened = await openConsole(world, { path: "/console/import" });
    const { page } = opened;
    await paste(page, JSON.stringify(describeWarehouse(operationCount)));
    await noteProgress(page);
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByRole("heading", { name: "Importing warehouse" }).waitFor();

    // Leave, and come back while it runs or after it.
    await page.getByRole("link", { name: "Tools", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Tools" }).waitFor();
    await page.getByRole("link", { name: "Import", exact: true }).click();
    await page.getByText("Earlier imports").waitFor();
    await page.getByRole("button", { name: "warehouse" }).click();

    await page.getByRole("heading", { name: "warehouse is in the catalog" }).waitFor();
    await page.getByText("1,200 tools").waitFor();
    const values = await readProgress(page);
    expect(values.length, "the progress was shown").toBeGreaterThan(0);
    expect(values, "it never goes back").toEqual([...values].sort((a, b) => a - b));
    await page.getByRole("button", { name: "1 operation left out" }).click();
    await page.getByText(/TRACE \/traced/i).waitFor();
    await checkLooks(page, "import-result");
    await page.getByRole("link", { name: "Open warehouse" }).click();
    await page.getByRole("heading", { level: 1, name: "Warehouse" }).waitFor();
  });

  test("of a known application compares first, and replaces when that is confirmed", async () => {
    await world.call("POST", "/v1/applications", {
      source: "openapi",
      slug: "shop",
      document: describeWarehouse(3),
    });
    await using opened = await openConsole(world, { path: "/console/import?slug=shop" });
    const { page } = opened;
    await paste(page, JSON.stringify(describeWarehouse(2)));
    await page.getByText("This application exists").waitFor();
    await page.getByRole("button", { name: "Compare" }).click();
    await page.getByRole("heading", { name: "What would change in shop" }).waitFor();
    await page.getByText("1 removed").waitFor();
    await page.getByText("shop_add_item_2", { exact: true }).waitFor();
    await checkLooks(page, "import-comparison");
    const before = await world.call<{ toolCount: number }>("GET", "/v1/applications/shop");
    expect(before.toolCount, "nothing is replaced yet").toBe(3);

    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByRole("heading", { name: "shop is in the catalog" }).waitFor();
    await page.getByText("1 removed").waitFor();
    const after = await world.call<{ toolCount: number }>("GET", "/v1/applications/shop");
    expect(after.toolCount).toBe(2);
  });

  test("of a broken document says what the server says", async () => {
    await using opened = await openConsole(world, { path: "/console/import", except: [/status of 400/] });
    const { page } = opened;
    await paste(page, '{ "openapi": "3.1.0", "paths": ');
    await page.getByLabel("Short name").fill("broken");
    await page.getByRole("button", { name: "Import", exact: true }).click();
    const alert = page.getByRole("alert");
    await alert.waitFor();
    expect(await alert.innerText()).toMatch(/JSON|YAML/);
    await checkLooks(page, "import-failed");
  });

  test("is nothing that a Member is offered", async () => {
    const person = await world.hire();
    await using opened = await openConsole(world, { path: "/console/import", person });
    const { page } = opened;
    await page.getByText("Only Admins import").waitFor();
    expect(await page.getByRole("link", { name: "Import", exact: true }).count()).toBe(0);
    expect(await page.getByLabel("Short name").count()).toBe(0);
  });
});
