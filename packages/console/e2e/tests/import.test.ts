import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { loadRealDocument } from "@bowline/catalog/testing/load-real-document";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { checkLooks } from "../support/check-looks.ts";
import { expectNoTrace } from "../support/expect-no-trace.ts";
import { goInside } from "../support/go-inside.ts";
import { openConsole } from "../support/open-console.ts";
import { describeConsole } from "../support/world.ts";

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

/** As the keys do it: a text of several megabytes is too much for `fill`, and for a text field. */
async function pasteByKeys(page: Page, text: string): Promise<void> {
  await page.getByText("Paste", { exact: true }).click();
  await page.getByLabel("Document").evaluate((field, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", pasted);
    field.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
  }, text);
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
  test("of GitHub's pasted document goes on without its page, and ends with a result", async () => {
    const text = await loadRealDocument("github");
    await using opened = await openConsole(world, { path: "/console/import" });
    const { page } = opened;
    await pasteByKeys(page, text);
    await page.getByText(/^Pasted: 1\d\.\d MB$/).waitFor();
    await page.getByLabel("Short name").fill("code-host");
    await noteProgress(page);
    await page.getByRole("button", { name: "Import", exact: true }).click();
    // On a busy machine it may have ended before the page shows it.
    await page
      .getByRole("heading", { name: /^Importing code-host$|^code-host is in the catalog$/ })
      .waitFor();

    // Leave, and come back while it runs or after it.
    await page.getByRole("link", { name: "Tools", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Tools" }).waitFor();
    await page.getByRole("link", { name: "Import", exact: true }).click();
    await page.getByText("Earlier imports").waitFor();
    await page.getByRole("button", { name: "code-host" }).click();

    await page.getByRole("heading", { name: "code-host is in the catalog" }).waitFor();
    const values = await readProgress(page);
    expect(values, "it never goes back").toEqual([...values].sort((a, b) => a - b));
    // It is as it was for somebody who comes back later, too.
    await page.reload();
    await page.getByText("1,223 tools").waitFor();
    await page.getByRole("link", { name: "Open code-host" }).click();
    await page.getByRole("heading", { level: 1, name: /GitHub/ }).waitFor();
    await page.getByText("1,223 tools").first().waitFor();
  });

  test("shows each step as the server tells it", async () => {
    const { items } = await world.call<{ items: { importId: number }[] }>("GET", "/v1/imports?top=1");
    const steps = [
      { phase: "reading", done: 0, total: null },
      { phase: "building", done: 300, total: 1223 },
      { phase: "building", done: 900, total: 1223 },
      { phase: "storing", done: 600, total: 1223 },
    ];
    let step = 0;
    await using opened = await openConsole(world, { path: "/console/import" });
    const { page } = opened;
    await page.route("**/v1/imports/*", async (route) => {
      const response = await route.fetch();
      const told = steps[Math.min(step, steps.length - 1)];
      await route.fulfill({
        response,
        json: { ...(await response.json()), ...told, status: 1, result: null },
      });
    });
    await page.goto(`/console/import?import=${items[0]?.importId}`);
    const bar = page.getByRole("progressbar", { name: "Progress of the import" });
    const values: number[] = [];
    for (const words of ["Reading it", "300 of 1,223", "900 of 1,223", "600 of 1,223"]) {
      await page.getByText(words).waitFor();
      values.push(Number(await bar.getAttribute("aria-valuenow")));
      step++;
    }
    expect(values).toEqual([...new Set(values)].sort((one, other) => one - other));
    // A response that is under way is not fulfilled twice.
    await page.unrouteAll({ behavior: "wait" });
    await page.getByRole("heading", { name: "code-host is in the catalog" }).waitFor();
  });

  test("of a document that cannot become a tool in whole says what is left out, and why", async () => {
    await using opened = await openConsole(world, { path: "/console/import" });
    const { page } = opened;
    await paste(page, JSON.stringify(describeWarehouse(2)));
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByRole("button", { name: "1 operation left out" }).click();
    await page.getByText(/TRACE \/traced/i).waitFor();
    await checkLooks(page, "import-result");
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

  test("takes the methods of a provider and fields that calls may replace, and keeps the fields the next time", async () => {
    await using opened = await openConsole(world, { path: "/console/import" });
    const { page } = opened;
    await paste(page, JSON.stringify(describeWarehouse(1)));
    await page.getByLabel("Short name").fill("depot");
    await page.getByRole("button", { name: "More options" }).click();
    await page.getByRole("combobox", { name: "Provider" }).fill("gitl");
    await page.getByRole("option", { name: "GitLab (Sign in (OAuth), API key)" }).click();
    await page.getByRole("combobox", { name: "Fields that a call may replace" }).fill("apiKey");
    await page.keyboard.press("Enter");
    await checkLooks(page, "import-options");
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByRole("heading", { name: "depot is in the catalog" }).waitFor();
    const { authentications } = await world.call<{
      authentications: { type: string; fields: { fieldName: string; overridable: boolean }[] }[];
    }>("GET", "/v1/applications/depot");
    expect(authentications.map(({ type }) => type)).toEqual(["oauth2", "apiKey"]);
    expect(authentications[1]?.fields).toMatchObject([{ fieldName: "apiKey", overridable: true }]);

    await page.goto("/console/import?slug=depot&source=openapi");
    await page.getByText("If it was chosen before, choose it again").waitFor();
    await page.getByText("apiKey", { exact: true }).waitFor();
    // Other kinds of applications take neither.
    await page.getByText("MCP server", { exact: true }).click();
    await page.getByRole("combobox", { name: "Provider" }).waitFor({ state: "detached" });
    expect(await page.getByText("apiKey", { exact: true }).count()).toBe(0);
  });

  test("of a hidden application compares first, too", async () => {
    await world.call("POST", "/v1/applications", {
      source: "openapi",
      slug: "attic",
      document: describeWarehouse(3),
    });
    await world.call("PATCH", "/v1/applications/attic", { isEnabled: false });
    await using opened = await openConsole(world, { path: "/console/import?slug=attic" });
    const { page } = opened;
    await paste(page, JSON.stringify(describeWarehouse(2)));
    await page.getByText("This application exists").waitFor();
    await page.getByRole("button", { name: "Compare" }).click();
    await page.getByRole("heading", { name: "What would change in attic" }).waitFor();
    const { toolCount } = await world.call<{ toolCount: number }>("GET", "/v1/applications/attic");
    expect(toolCount, "nothing is replaced yet").toBe(3);
  });

  test("of a broken document says what the server says", async () => {
    await using opened = await openConsole(world, { path: "/console/import", except: [/status of 400/] });
    const { page } = opened;
    await paste(page, '{ "openapi": "3.1.0", "paths": ');
    const shortName = page.getByLabel("Short name");
    await shortName.fill("Broken one");
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText("a lower-case letter, then at most 31 of a-z, 0-9 and -.").waitFor();
    await expect.poll(() => shortName.evaluate((field) => field === document.activeElement)).toBe(true);
    expect(await page.getByRole("alert").count(), "it is said at the field").toBe(0);
    await shortName.fill("broken");
    await page.getByRole("button", { name: "Import", exact: true }).click();
    const alert = page.getByRole("alert");
    await alert.waitFor();
    expect(await alert.innerText()).toMatch(/JSON|YAML/);
    expect(await alert.innerText()).not.toMatch(/text:/);
    await checkLooks(page, "import-failed");
    // What was entered is mended, not entered anew.
    await page.getByRole("button", { name: "Try again" }).click();
    expect(await page.getByLabel("Document").inputValue()).toBe('{ "openapi": "3.1.0", "paths": ');
    expect(await page.getByLabel("Short name").inputValue()).toBe("broken");
    // It is nothing for the form of another application.
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText("broken was not imported").waitFor();
    await world.call("POST", "/v1/applications", {
      source: "openapi",
      slug: "cellar",
      document: describeWarehouse(1),
    });
    await goInside(page, "/applications/cellar?tab=manage");
    await page.getByRole("link", { name: "Import again" }).click();
    await expect.poll(() => page.getByLabel("Short name").inputValue()).toBe("cellar");
    expect(await page.getByLabel("Address of the document").inputValue()).toBe("");
  });

  test("keeps what is entered over a reload, but nothing that may be a credential", async () => {
    await using opened = await openConsole(world, { path: "/console/import" });
    const { page } = opened;
    await page.getByLabel("Address of the document").fill("https://api.acme.com/openapi.json");
    await page.getByLabel("Short name").fill("kept");
    await page.reload();
    await page.getByLabel("Short name").waitFor();
    expect(await page.getByLabel("Short name").inputValue()).toBe("kept");
    expect(await page.getByLabel("Address of the document").inputValue()).toBe(
      "https://api.acme.com/openapi.json",
    );
    await paste(page, '{ "openapi": "3.1.0" }');
    await page.reload();
    await page.getByLabel("Document").waitFor();
    expect(await page.getByLabel("Document").inputValue()).toBe('{ "openapi": "3.1.0" }');

    await page.getByText("GraphQL", { exact: true }).click();
    await page.getByLabel("Address of the server").fill("https://api.acme.com/graphql?key=secret-of-address");
    await page.getByRole("button", { name: "More options" }).click();
    await page.getByLabel("Header", { exact: true }).fill("X-Access");
    await page.getByLabel("Value of the header", { exact: true }).fill("secret-of-header");
    await page.reload();
    await page.getByLabel("Address of the server").waitFor();
    expect(await page.getByLabel("Short name").inputValue()).toBe("kept");
    await expectNoTrace(page, "secret-of-address");
    await expectNoTrace(page, "secret-of-header");
    // The form of another application has entries of its own.
    await goInside(page, "/import?source=openapi&slug=code-host");
    await expect.poll(() => page.getByLabel("Short name").inputValue()).toBe("code-host");
    await goInside(page, "/import");
    await expect.poll(() => page.getByLabel("Short name").inputValue()).toBe("kept");
    await page.getByRole("button", { name: "Clear" }).click();
    await page.reload();
    await page.getByLabel("Short name").waitFor();
    expect(await page.getByLabel("Short name").inputValue()).toBe("");
  });

  test("that is done is not entered again, and a comparison leads back to the form", async () => {
    await using opened = await openConsole(world, { path: "/console/import" });
    const { page } = opened;
    await paste(page, JSON.stringify(describeWarehouse(1)));
    await page.getByLabel("Short name").fill("kiosk");
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByRole("button", { name: "Import another" }).click();
    await page.getByLabel("Short name").waitFor();
    expect(await page.getByLabel("Short name").inputValue()).toBe("");

    await paste(page, JSON.stringify(describeWarehouse(2)));
    await page.getByLabel("Short name").fill("kiosk");
    await page.getByRole("button", { name: "Compare" }).click();
    await page.getByRole("heading", { name: "What would change in kiosk" }).waitFor();
    await page.reload();
    await page.getByText("This page was loaded anew").waitFor();
    await page.getByRole("button", { name: "Back to the form" }).click();
    await page.getByLabel("Document").waitFor();
    expect(await page.getByLabel("Document").inputValue()).toBe(JSON.stringify(describeWarehouse(2)));
  });

  test("with an address that names none says so, and leads to the form", async () => {
    await using opened = await openConsole(world, { path: "/console/import", except: [/status of 404/] });
    const { page } = opened;
    for (const importId of ["abc", "-1", "1.5", "0", "1e9", "2147483000"]) {
      await goInside(page, `/import?import=${importId}`);
      await page.getByRole("heading", { name: "There is no such import" }).waitFor();
      expect(await page.getByRole("alert").count(), importId).toBe(0);
      await page.getByRole("button", { name: "Go to Import" }).click();
      await page.getByLabel("Short name").waitFor();
    }
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

describeConsole(
  "an import from a closed server",
  (world) => {
    test("sends a header that the server wants", async () => {
      const sent: (string | undefined)[] = [];
      const server = createServer((request, response) => {
        sent.push(request.headers.authorization);
        request.resume();
        response.writeHead(401).end();
      });
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`;
      await using opened = await openConsole(world, {
        path: "/console/import?source=graphql",
        except: [/status of 400/],
      });
      const { page } = opened;
      const start = async (said: string) => {
        await page.getByRole("button", { name: "Import", exact: true }).click();
        await page.getByRole("alert").getByText(said).waitFor();
        await page.getByRole("button", { name: "Try again" }).click();
      };
      const address = page.getByLabel("Address of the server");
      expect(await address.getAttribute("placeholder")).toMatch(/\/graphql$/);
      const isMarked = () =>
        page
          .locator("label", { hasText: "Short name" })
          .innerText()
          .then((label) => label.includes("*"));
      expect(await isMarked()).toBe(false);
      await address.fill(url);
      // The address suggests none.
      expect(await isMarked()).toBe(true);
      await page.getByLabel("Short name").fill("closed");
      await start("requires credentials");
      expect(new Set(sent)).toEqual(new Set([undefined]));
      // What the message asks for is in sight.
      await page.getByLabel("Value of the header", { exact: true }).fill("Bearer sesame");
      await checkLooks(page, "import-header");
      await start("refuses the given headers");
      expect(sent.at(-1)).toBe("Bearer sesame");
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    });

    test("lets a phone choose what to import in rows as wide as the form", async () => {
      await using opened = await openConsole(world, { path: "/console/import", width: 375 });
      const { page } = opened;
      const measure = async (label: string) =>
        (await page.getByLabel(label, { exact: true }).boundingBox())?.width;
      const address = await page.getByRole("textbox", { name: "Address of the document" }).boundingBox();
      expect(await measure("What to import")).toBe(address?.width);
    });
  },
  { BOWLINE_ALLOWED_PRIVATE_NETWORKS: "127.0.0.0/8" },
);
