import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { BrowserLog } from "../support/browser-log.ts";
import { findAccessibilityProblems } from "../support/find-accessibility-problems.ts";
import { openConsole } from "../support/open-console.ts";
import { takeTime } from "../support/page-time.ts";
import { describeConsole, type World } from "../support/world.ts";

describeConsole(
  "the first start",
  (world) => {
    test("gives a link that leads into the console", async () => {
      const link = (await readFile(join(world.server.dataDir, "admin-sign-in-link"), "utf8")).trim();
      const context = await world.browser.newContext();
      const page = await context.newPage();
      const log = new BrowserLog(page);
      // The link names localhost, and the browser starts at the server's own address.
      await page.goto(new URL(new URL(link).pathname, world.baseUrl).href);
      await page.getByRole("heading", { level: 1, name: "Welcome to Bowline" }).waitFor();
      const password = page.getByLabel("New password");
      expect(await password.evaluate((element) => element === document.activeElement)).toBe(true);
      await password.fill(world.admin.password);
      await page.getByRole("button", { name: /sign in/i }).click();
      await page.waitForURL("**/console/");
      await page.getByRole("heading", { level: 1 }).waitFor();
      // On a phone, the button of a step stands below its text.
      await page.setViewportSize({ width: 375, height: 800 });
      const text = await page.getByText("Choose an application and enter a key").boundingBox();
      expect(text?.width).toBeGreaterThan(200);
      await context.close();
      log.expectNone();
    });
  },
  { BOWLINE_ADMIN_EMAIL: "", BOWLINE_ADMIN_PASSWORD: "" },
);

describeConsole("a removed member", (world) => {
  test("sees the sign-in page within 5 seconds", async () => {
    const person = await world.hire();
    await using opened = await openConsole(world, { isAlone: true, person, except: [/status of 401/] });
    const { page } = opened;
    const stopTime = await takeTime(page);
    await page.reload();
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.getByRole("button", { name: /Robin Example/ }).waitFor();
    await stopTime();
    await world.call("DELETE", `/v1/members/${person.accountUserId}`);
    await page.clock.runFor(5000);
    await page.waitForURL("**/signin?returnTo=**");
    await page.getByLabel("Password").waitFor();
  });
});

describeConsole("the pages of the server", (world) => {
  test("break a program's name without spaces on a phone", async () => {
    await using opened = await openConsole(world, { width: 375 });
    const { page } = opened;
    await page.goto(await beginAuthorization(world.baseUrl, "Verwaltungsvorschriftenprüfung".repeat(6)));
    await page.getByRole("heading", { level: 1, name: /Verwaltungsvorschriften/ }).waitFor();
    const tooWide = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(tooWide, "pixels that stick out to the right").toBeLessThanOrEqual(0);
  });

  test("keep the decision in reach when a person has many toolsets", async () => {
    for (let index = 0; index < 40; index++) {
      await world.call("POST", "/v1/toolsets", { name: `Toolset ${index}`, connections: [] });
    }
    await using opened = await openConsole(world, { width: 375 });
    const { page } = opened;
    await page.goto(await beginAuthorization(world.baseUrl, "My agent"));
    const allow = page.getByRole("button", { name: "Allow" });
    const last = page.getByLabel("only the toolset Toolset 39", { exact: true });
    await last.check();
    const first = await page.getByText("With", { exact: true }).boundingBox();
    const decision = await allow.boundingBox();
    expect((decision?.y ?? 0) - (first?.y ?? 0), "pixels from the first choice to the button").toBeLessThan(
      450,
    );
    expect(await findAccessibilityProblems(page)).toEqual([]);
  });

  test("show the addresses that a program may call whole on a phone", async () => {
    const { toolsetId } = await world.call<{ toolsetId: string }>("POST", "/v1/toolsets", {
      name: "Everything for the people at the front desk",
      connections: [],
    });
    await using opened = await openConsole(world, { width: 375 });
    const { page } = opened;
    await page.goto(await beginAuthorization(world.baseUrl, "My agent"));
    const choice = page.getByLabel(`/mcp/${toolsetId}`);
    await choice.check();
    const address = page.getByText(new RegExp(`^http://.*/mcp/${toolsetId}$`));
    expect(await address.evaluate((words) => words.getBoundingClientRect().right < innerWidth)).toBe(true);
    expect(await findAccessibilityProblems(page)).toEqual([]);
  });

  test.each([1280, 320])(
    "keep the long name of an input apart from its value, %i pixels wide",
    async (width) => {
      const name = "includeArchivedRepositoriesInTheResult";
      await using opened = await openConsole(world, { width });
      const { page } = opened;
      await page.goto(`/approvals/${await holdBackCall(world, { [name]: "yes", a: "no" })}`);
      const row = page.locator("dl.input > div").filter({ hasText: name });
      const [label, value] = await Promise.all([
        measureText(row.locator("dt")),
        measureText(row.locator("dd")),
      ]);
      expect(
        label.right <= value.left || label.bottom <= value.top,
        "the name does not lie on the value",
      ).toBe(true);
      expect(label.right, "the name is in the window").toBeLessThanOrEqual(width);
    },
  );

  test.each(["light", "dark"] as const)("keep a link legible below the pointer, %s", async (colorScheme) => {
    await using opened = await openConsole(world, { path: "/account", colorScheme });
    const { page } = opened;
    await page.getByRole("link", { name: "Open the console" }).hover();
    expect(await findAccessibilityProblems(page, "colors")).toEqual([]);
    await page.getByRole("link", { name: "Waiting approvals" }).hover();
    expect(await findAccessibilityProblems(page, "colors")).toEqual([]);
  });

  test("ask for a device's code without an error in the browser's log", async () => {
    await using opened = await openConsole(world, { path: "/oauth/device" });
    await opened.page.getByLabel("Code", { exact: true }).waitFor();
  });

  test("mark the field with what was wrong", async () => {
    await using opened = await openConsole(world, { except: [/status of 400/] });
    const { page } = opened;
    // The form is sent to the address that the server gives as its own.
    await page.goto(`${world.baseUrl.replace("127.0.0.1", "localhost")}/oauth/device`);
    const code = page.getByLabel("Code", { exact: true });
    await code.fill("BBBB-BBBB");
    await page.getByRole("button", { name: "Continue" }).click();
    const problem = page.getByRole("alert").filter({ hasText: "This code is not valid" });
    const color = await problem.evaluate((one) => getComputedStyle(one).borderTopColor);
    expect(await code.evaluate((one) => getComputedStyle(one).borderTopColor)).toBe(color);
  });
});

/** Where an element's text is. */
const measureText = (element: Locator): Promise<DOMRect> =>
  element.evaluate((one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return range.getBoundingClientRect().toJSON();
  });

/** Makes a call that waits for a person. @returns the id of its approval */
async function holdBackCall(world: World, fields: Record<string, string>): Promise<string> {
  const applicationSlug = `archive-${crypto.randomUUID().slice(0, 8)}`;
  const toolSlug = `${applicationSlug}_search`.replaceAll("-", "_");
  const parameters = Object.keys(fields).map((name) => ({ name, in: "query", schema: { type: "string" } }));
  await world.call("POST", "/v1/applications", {
    source: "openapi",
    slug: applicationSlug,
    document: {
      openapi: "3.1.0",
      info: { title: "Archive", version: "1" },
      servers: [{ url: "http://127.0.0.1:9" }],
      components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "x-key" } } },
      security: [{ key: [] }],
      paths: { "/search": { get: { operationId: "search", parameters, responses: {} } } },
    },
  });
  const { connectionId } = await world.call<{ connectionId: number }>("POST", "/v1/connections", {
    applicationSlug,
    fields: { apiKey: "key-of-the-archive" },
  });
  const { toolsetId } = await world.call<{ toolsetId: string }>("POST", "/v1/toolsets", {
    name: "Archive",
    connections: [{ connectionId, applicationSlug, toolSlugs: [toolSlug] }],
    settings: { approvals: "all" },
  });
  const response = await fetch(`${world.baseUrl}/v1/tools/${toolSlug}/execute?toolsetId=${toolsetId}`, {
    method: "POST",
    headers: { "x-api-key": world.server.adminApiKey, "content-type": "application/json" },
    body: JSON.stringify({ fields }),
  });
  return response.headers.get("x-bowline-approval-id") ?? `none: ${await response.text()}`;
}

/** Registers a program. @returns the path of the page where a person gives it access */
async function beginAuthorization(baseUrl: string, clientName: string): Promise<string> {
  const redirectUri = "http://127.0.0.1:9/callback";
  const response = await fetch(`${baseUrl}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      client_name: clientName,
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: "none",
    }),
  });
  const { client_id } = (await response.json()) as { client_id: string };
  const query = new URLSearchParams({
    ...{ client_id, redirect_uri: redirectUri, response_type: "code", state: "state" },
    code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
    code_challenge_method: "S256",
  });
  return `/oauth/authorize?${query}`;
}
