import { readFile } from "node:fs/promises";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkLooks } from "../support/check-looks.ts";
import { importLargeApplication } from "../support/large-application.ts";
import { openConsole } from "../support/open-console.ts";
import { type Desk, openDesk } from "../support/open-desk.ts";
import { describeConsole } from "../support/world.ts";

const toolCount = 1200;
const maxRows = 60;
/** What opening a page by its address may cost. */
const mostCalls = 4;

interface Toolset {
  toolsetId: string;
  name: string;
  connections: { toolSlugs: string[] }[];
  settings: { approvals: unknown; tools: Record<string, unknown> };
}

describeConsole("the builder of a toolset", (world) => {
  let desk: Desk;
  beforeAll(async () => {
    desk = await openDesk(world);
  });
  afterAll(async () => {
    await desk?.[Symbol.asyncDispose]();
  });
  const createToolset = (name: string, toolSlugs: string[], settings: object = {}) =>
    world.call<Toolset>("POST", "/v1/toolsets", {
      name,
      connections: [{ connectionId: desk.connectionId, applicationSlug: "desk", toolSlugs }],
      settings,
    });
  const readToolset = (toolsetId: string) => world.call<Toolset>("GET", `/v1/toolsets/${toolsetId}`);
  const save = async (page: Page) => {
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("Saved. Agents see the change at once.").waitFor();
  };
  const check = (page: Page, name: string) => page.getByRole("checkbox", { name, exact: true }).click();

  test("chooses all tools of a filter among 1,200 and saves them with one request", async () => {
    await importLargeApplication(world, toolCount);
    const { toolsetId } = await world.call<Toolset>("POST", "/v1/toolsets", {
      name: "Stock",
      connections: [],
    });
    await using opened = await openConsole(world, { path: `/console/toolsets/${toolsetId}` });
    const { page } = opened;
    const changes: string[] = [];
    const reads: string[] = [];
    page.on("request", (request) => {
      // The badge of the navigation asks every few seconds.
      if (request.url().includes("/v1/") && !request.url().includes("/v1/approvals?")) {
        (request.method() === "GET" ? reads : changes).push(`${request.method()} ${request.url()}`);
      }
    });
    await page.getByRole("button", { name: "Add connection" }).click();
    await page.getByRole("menuitem", { name: /Warehouse of the house/ }).click();
    await page.getByText("0 of 1,200 tools chosen").waitFor();
    await page.getByText("No tool is chosen, so the toolset permits nothing.").waitFor();
    const tools = page.getByRole("group", { name: "Tools" });
    const boxes = tools.getByRole("checkbox");
    await boxes.first().waitFor();
    expect(await boxes.count()).toBeLessThanOrEqual(maxRows);
    await page.getByLabel("Filter", { exact: true }).fill("read part");
    await page.getByText("0 of 600 shown tools chosen").waitFor();
    await page.getByRole("button", { name: "Select all shown" }).click();
    await page.getByText("600 of 600 shown tools chosen").waitFor();
    await page.getByText("600 tools chosen", { exact: true }).waitFor();
    await page.getByLabel("Filter", { exact: true }).fill("");
    await page.getByText("600 of 1,200 tools chosen").waitFor();
    await checkLooks(page, "toolset-large");
    // What was not saved outlasts a look at another tab.
    await page.getByRole("tab", { name: "Settings" }).click();
    await page.getByText(/approve first/).waitFor();
    await page.getByRole("tab", { name: "Tools" }).click();
    await page.getByText("600 of 1,200 tools chosen").waitFor();
    const atTop = await boxes.first().getAttribute("aria-label");
    const height = await tools.evaluate((element) => {
      element.scrollTop = element.scrollHeight;
      return element.scrollHeight;
    });
    expect(height).toBeGreaterThan(toolCount * 40);
    await tools.getByRole("checkbox", { name: atTop ?? "", exact: true }).waitFor({ state: "detached" });
    await boxes.last().waitFor();
    expect(await boxes.count()).toBeLessThanOrEqual(maxRows);
    await page.getByRole("button", { name: "Select all", exact: true }).click();
    await page.getByText("1,200 tools chosen", { exact: true }).waitFor();
    await page.getByText(/1,200 tools are many for a model: it chooses better among at most 40\./).waitFor();
    await save(page);
    expect(changes).toEqual([`PATCH ${world.baseUrl}/v1/toolsets/${toolsetId}`]);
    const saved = await readToolset(toolsetId);
    expect(saved.connections[0]?.toolSlugs).toHaveLength(toolCount);
    reads.length = 0;
    await page.reload();
    await page.getByText("1,200 of 1,200 tools chosen").waitFor();
    const measure = page.getByRole("button", { name: "How many tokens?" });
    await measure.waitFor();
    expect(reads.length, reads.join("\n")).toBeLessThanOrEqual(mostCalls);
    await measure.click();
    const size = await page.getByText(/^about [\d,]+ tokens$/).innerText();
    // A definition has some 40 tokens.
    expect(Number(size.replace(/\D/g, ""))).toBeGreaterThan(toolCount * 20);
  });

  test("removes tools that a new import took away, which could not be saved", async () => {
    const { items } = await world.call<{ items: Toolset[] }>("GET", "/v1/toolsets");
    const { toolsetId } = items.find(({ name }) => name === "Stock") as Toolset;
    await importLargeApplication(world, toolCount - 2);
    await using opened = await openConsole(world, { path: `/console/toolsets/${toolsetId}` });
    const { page } = opened;
    await page.getByText("2 chosen tools are gone").waitFor();
    await page.getByText(/The application no longer has .*read_part_599/).waitFor();
    await page.getByRole("button", { name: "Remove what is gone" }).click();
    await save(page);
    expect((await readToolset(toolsetId)).connections[0]?.toolSlugs).toHaveLength(toolCount - 2);
  });

  test("gives a tool a name, a description, fixed inputs and an approval, and agents get exactly that", async () => {
    const { toolsetId } = await createToolset("Front desk", ["desk_list_tickets"]);
    await using opened = await openConsole(world, { path: `/console/toolsets/${toolsetId}` });
    const { page } = opened;
    await check(page, "Create a ticket");
    await check(page, "Delete a ticket");
    await page.getByText("Delete a ticket may delete or overwrite data").waitFor();
    await page.getByRole("button", { name: "Approve destructive calls first" }).click();
    await page.getByRole("img", { name: "Waits for approval" }).waitFor();
    const edit = page.getByRole("button", { name: "Change what agents see of Create a ticket" });
    await edit.focus();
    await page.keyboard.press("Enter");
    const dialog = page.getByRole("dialog", { name: "Create a ticket in this toolset" });
    const apply = dialog.getByRole("button", { name: "Apply" });
    await dialog.getByLabel("Name that agents see").fill("file a ticket");
    await apply.click();
    await dialog.getByText("Take 1 to 64 letters").waitFor();
    await dialog.getByLabel("Name that agents see").fill("file_ticket");
    await dialog.getByLabel("Description that agents see").fill("Files a ticket for the front desk.");
    await dialog.getByRole("switch", { name: "A person approves each call first" }).focus();
    await page.keyboard.press("Space");
    // No input has to be fixed because the tool requires it, but a fixed one has to be right.
    await dialog.getByLabel("title", { exact: true }).fill("no");
    await apply.click();
    await dialog
      .getByText(/at least 3/)
      .first()
      .waitFor();
    await dialog.getByLabel("title", { exact: true }).fill("");
    await dialog.getByLabel("body", { exact: true }).fill("Filed by an agent.");
    await checkLooks(page, "toolset-tool");
    await apply.click();
    await dialog.waitFor({ state: "detached" });
    await page.locator(":focus").and(edit).waitFor();
    await page.getByText("Agents see file_ticket · own description · fixed: body").waitFor();
    await save(page);
    const { settings } = await readToolset(toolsetId);
    expect(settings.tools).toEqual({
      desk_create_ticket: {
        name: "file_ticket",
        description: "Files a ticket for the front desk.",
        presets: { body: "Filed by an agent." },
      },
    });
    expect(settings.approvals).toEqual(["desk_delete_ticket", "desk_create_ticket"]);

    await using agent = await openAgent(toolsetId);
    const { tools } = await agent.client.listTools();
    const filing = tools.find(({ name }) => name === "file_ticket");
    expect(filing).toMatchObject({ description: "Files a ticket for the front desk." });
    expect(Object.keys(filing?.inputSchema.properties ?? {})).toContain("title");
    expect(Object.keys(filing?.inputSchema.properties ?? {})).not.toContain("body");
    const input = { title: "The lamp is broken", reporter: { name: "Robin" } };
    const file = (changes: object = {}) =>
      agent.client.callTool({ name: "file_ticket", arguments: { ...input, ...changes } });
    expect(JSON.stringify(await file({ body: "Mine" }))).toContain("Leave it out");
    expect(JSON.stringify(await file())).toContain("approvalRequired");
    const { items } = await world.call<{ items: { approvalId: string }[] }>(
      "GET",
      "/v1/approvals?status=waiting",
    );
    await world.call("POST", `/v1/approvals/${items[0]?.approvalId}/Approve`);
    expect((await file()).isError ?? false).toBe(false);
    expect(desk.received.at(-1)).toEqual({ ...input, body: "Filed by an agent." });
  });

  test("keeps what is typed in a tool's dialog when the Escape key closes the search there", async () => {
    const { toolsetId } = await createToolset("Searched", ["desk_create_ticket"]);
    await using opened = await openConsole(world, { path: `/console/toolsets/${toolsetId}` });
    const { page } = opened;
    await page.getByRole("button", { name: /^Change what agents see of/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name that agents see").fill("file_ticket");
    await dialog.getByRole("radiogroup", { name: "View of the input" }).getByText("JSON").click();
    const editor = dialog.getByRole("textbox", { name: "Input as JSON" });
    await editor.and(page.locator(".cm-content")).click();
    const search = dialog.locator(".cm-search");
    for (const focusInside of [
      search.getByRole("textbox").first(),
      search.getByRole("button").first(),
      editor,
    ]) {
      await editor.press("Control+f");
      await search.waitFor();
      await focusInside.focus();
      await page.keyboard.press("Escape");
      await search.waitFor({ state: "detached" });
      expect(await dialog.getByLabel("Name that agents see").inputValue()).toBe("file_ticket");
    }
    // Without a search it closes the dialog, as everywhere.
    await editor.press("Escape");
    await dialog.waitFor({ state: "detached" });
  });

  test("shows what another session saved before it replaces it, and keeps what only the other changed", async () => {
    const { toolsetId } = await createToolset("Shared", ["desk_list_tickets", "desk_fail"]);
    const path = `/console/toolsets/${toolsetId}`;
    await using first = await openConsole(world, { path });
    // Of a save that another one overtakes.
    await using second = await openConsole(world, { path, except: [/status of 409/] });
    const notice = (page: Page) => page.getByRole("alert").filter({ hasText: "It was changed elsewhere" });
    const readTools = async () => (await readToolset(toolsetId)).connections[0]?.toolSlugs.toSorted();
    const saveSettings = (page: Page) => page.getByRole("button", { name: "Save", exact: true }).click();
    await check(first.page, "Wait");
    await second.page.getByRole("tab", { name: "Settings" }).click();
    await second.page.getByRole("radio", { name: "All tools", exact: true }).click();
    await saveSettings(second.page);
    await second.page.getByText("Saved.", { exact: true }).waitFor();
    await save(first.page);
    expect(await readTools()).toEqual(["desk_fail", "desk_list_tickets", "desk_wait"]);
    expect((await readToolset(toolsetId)).settings.approvals).toBe("all");

    await second.page.getByRole("tab", { name: "Tools" }).click();
    await check(second.page, "Fail");
    await second.page.getByRole("button", { name: "Save", exact: true }).click();
    await notice(second.page).waitFor();
    const words = await notice(second.page).innerText();
    expect(words).toMatch(/Saved now: adds desk_wait\s+Yours: removes desk_fail/);
    await checkLooks(second.page, "toolset-changed-elsewhere");
    await notice(second.page).getByRole("button", { name: "Take what was saved" }).click();
    await notice(second.page).waitFor({ state: "detached" });
    await second.page.getByText("3 tools chosen", { exact: true }).waitFor();
    await check(second.page, "Wait");
    await second.page.getByRole("button", { name: "Save", exact: true }).click();
    await expect.poll(readTools).toEqual(["desk_fail", "desk_list_tickets"]);

    await check(first.page, "Fail");
    await first.page.getByRole("button", { name: "Save", exact: true }).click();
    await notice(first.page).getByRole("button", { name: "Replace it with mine" }).click();
    await expect.poll(readTools).toEqual(["desk_list_tickets", "desk_wait"]);
    await notice(first.page).waitFor({ state: "detached" });

    // Somebody saves at the very moment between reading and writing.
    await second.page.reload();
    await check(second.page, "Wait");
    let isOvertaken = false;
    await second.page.route("**/v1/toolsets/*", async (route) => {
      if (route.request().method() === "PATCH" && !isOvertaken) {
        isOvertaken = true;
        await world.call("PATCH", `/v1/toolsets/${toolsetId}`, { connections: [] });
      }
      await route.continue();
    });
    await second.page.getByRole("button", { name: "Save", exact: true }).click();
    await notice(second.page).getByText("Saved now: removes desk_list_tickets, desk_wait").waitFor();
    expect(await readTools()).toBeUndefined();
  });

  test("shows what another session saved in its settings before it replaces them", async () => {
    const { toolsetId } = await createToolset("Named", ["desk_list_tickets"]);
    await using opened = await openConsole(world, { path: `/console/toolsets/${toolsetId}?tab=settings` });
    const { page } = opened;
    const notice = page.getByRole("alert").filter({ hasText: "It was changed elsewhere" });
    await page.getByRole("textbox", { name: "Name" }).fill("Mine");
    await world.call("PATCH", `/v1/toolsets/${toolsetId}`, {
      name: "Theirs",
      settings: { outputSchemas: true },
    });
    await page.getByRole("button", { name: "Save", exact: true }).click();
    expect(await notice.innerText()).toMatch(/Name\s+Saved now: Theirs\s+Yours: Mine/);
    expect((await readToolset(toolsetId)).name).toBe("Theirs");
    await notice.getByRole("button", { name: "Replace it with mine" }).click();
    await page.getByRole("heading", { level: 1, name: "Mine" }).waitFor();
    expect((await readToolset(toolsetId)).settings).toMatchObject({ outputSchemas: true });
  });

  test("asks before unsaved settings are lost, from its other tabs too", async () => {
    const { toolsetId } = await createToolset("Unsaved", ["desk_list_tickets"]);
    await using opened = await openConsole(world, { path: `/console/toolsets/${toolsetId}?tab=settings` });
    const { page } = opened;
    await page.getByRole("textbox", { name: "Name" }).fill("Renamed");
    await page.getByRole("tab", { name: "Tools" }).click();
    await page.getByText("1 tool chosen", { exact: true }).waitFor();
    const asked = page.waitForEvent("dialog");
    const leaving = page.getByRole("link", { name: "Home" }).click();
    const dialog = await asked;
    expect(dialog.message()).toBe("Leave without saving the settings?");
    await dialog.dismiss();
    await leaving;
    await page.getByRole("tab", { name: "Settings" }).click();
    expect(await page.getByRole("textbox", { name: "Name" }).inputValue()).toBe("Renamed");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByRole("heading", { level: 1, name: "Renamed" }).waitFor();
  });

  test("shows why it could not be saved where it can be seen", async () => {
    const { toolsetId } = await createToolset("Deleted meanwhile", ["desk_list_tickets"]);
    await using opened = await openConsole(world, {
      path: `/console/toolsets/${toolsetId}`,
      except: [/status of 404/],
    });
    const { page } = opened;
    await page.getByText("1 tool chosen", { exact: true }).waitFor();
    await page.setViewportSize({ width: 1280, height: 500 });
    await world.call("DELETE", `/v1/toolsets/${toolsetId}`);
    // Saving asks for it once. When it is asked for again, the page says that it is not found in place of the builder.
    let asked = 0;
    await page.route(`**/v1/toolsets/${toolsetId}`, (route) =>
      asked++ === 0 ? route.continue() : undefined,
    );
    await page.getByRole("group", { name: "Tools" }).getByRole("checkbox").first().click();
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const text = page.getByRole("alert").getByText(/does not exist/);
    await text.waitFor();
    const isSeen = await text.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
    expect(isSeen, "nothing covers it, and it is in sight").toBe(true);
    page.once("dialog", (dialog) => dialog.accept());
  });

  test("says nothing of a failure any more when it was saved although the response was lost", async () => {
    const { toolsetId } = await createToolset("Saved unheard", ["desk_list_tickets"]);
    await using opened = await openConsole(world, {
      path: `/console/toolsets/${toolsetId}`,
      except: [/ERR_FAILED/],
    });
    const { page } = opened;
    await page.getByText("1 tool chosen", { exact: true }).waitFor();
    let isLost = false;
    const { promise: isSeen, resolve: see } = Promise.withResolvers<void>();
    await page.route(`**/v1/toolsets/${toolsetId}`, async (route) => {
      if (route.request().method() === "PATCH") {
        await route.fetch();
        isLost = true;
        return route.abort();
      }
      if (isLost) {
        await isSeen;
      }
      return route.continue();
    });
    await page.getByRole("group", { name: "Tools" }).getByRole("checkbox").nth(1).click();
    const save = page.getByRole("button", { name: "Save", exact: true });
    await save.click();
    const problem = page.getByRole("alert").getByText("may have been done");
    await problem.waitFor();
    see();
    await problem.waitFor({ state: "detached" });
    expect(await save.isDisabled()).toBe(true);
  });

  test("brings into sight what somebody else saved, on a phone", async () => {
    const { toolsetId } = await createToolset("Far up", ["desk_list_tickets"]);
    await using opened = await openConsole(world, { path: `/console/toolsets/${toolsetId}`, width: 375 });
    const { page } = opened;
    await check(page, "Wait");
    const connections = [
      { connectionId: desk.connectionId, applicationSlug: "desk", toolSlugs: ["desk_fail"] },
    ];
    await world.call("PATCH", `/v1/toolsets/${toolsetId}`, { connections });
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    await page.getByRole("button", { name: "Save", exact: true }).click();
    const title = page.getByRole("alert").getByText("It was changed elsewhere");
    await title.waitFor();
    const isSeen = await title.evaluate((element) => {
      const { x, y, width, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    });
    expect(isSeen, "nothing covers it, and it is in sight").toBe(true);
    await page.getByRole("button", { name: "Take what was saved" }).click();
  });

  test("keeps its bar out of the way of the tools on a phone, and small once there is something to save", async () => {
    const { toolsetId } = await createToolset("On the way", ["desk_list_tickets"]);
    await using opened = await openConsole(world, { path: `/console/toolsets/${toolsetId}`, width: 375 });
    const { page } = opened;
    const tools = page.getByRole("group", { name: "Tools" });
    await tools.getByRole("checkbox").first().waitFor();
    const measure = async () => {
      const bar = await page
        .getByRole("button", { name: "Save", exact: true })
        .locator("../../..")
        .boundingBox();
      const list = await tools.boundingBox();
      return { top: bar?.y ?? 0, height: bar?.height ?? 0, end: (list?.y ?? 0) + (list?.height ?? 0) };
    };
    const before = await measure();
    expect(before.top).toBeGreaterThanOrEqual(before.end);
    await check(page, "Wait");
    await expect.poll(async () => (await measure()).height).toBeLessThan(75);
    expect((await measure()).top).toBeLessThan(800);
    await page.getByRole("button", { name: "Discard" }).click();
  });

  test("offers connections with the names of their applications, and cuts a long name", async () => {
    const name = "W".repeat(200);
    const fields = { apiKey: "key-of-the-desk" };
    await world.call("POST", "/v1/connections", { applicationSlug: "desk", name, fields });
    const { toolsetId } = await createToolset("To choose", []);
    await using opened = await openConsole(world, { path: `/console/toolsets/${toolsetId}` });
    const { page } = opened;
    await page.getByRole("button", { name: "Add connection" }).click();
    const item = page.getByRole("menuitem", { name });
    const words = await item.getByText(name).boundingBox();
    const menu = await item.boundingBox();
    expect((words?.x ?? 0) + (words?.width ?? 0)).toBeLessThan((menu?.x ?? 0) + (menu?.width ?? 0));
    expect(await item.getByText("Desk", { exact: true }).count()).toBe(1);
    await page.keyboard.press("Escape");
  });

  test("that is created slowly does not lead away from the page that was opened meanwhile", async () => {
    await using opened = await openConsole(world, { path: "/console/keys" });
    const { page } = opened;
    await page.getByRole("link", { name: "Toolsets", exact: true }).click();
    await page.getByRole("button", { name: "Create toolset" }).first().click();
    await page.getByLabel("Name").fill("Slow");
    const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
    await page.route("**/v1/toolsets", async (route) => {
      if (route.request().method() === "POST") {
        await isReleased;
      }
      await route.continue();
    });
    await page.getByRole("dialog").getByRole("button", { name: "Create toolset" }).click();
    await page.goBack();
    await page.waitForURL("**/console/keys");
    const visited: string[] = [];
    page.on("framenavigated", (frame) => visited.push(new URL(frame.url()).pathname));
    const isCreated = page.waitForResponse(
      (response) => response.request().method() === "POST" && response.url().endsWith("/v1/toolsets"),
    );
    release();
    await isCreated;
    await page.getByRole("link", { name: "Toolsets", exact: true }).click();
    await page.getByText("Slow", { exact: true }).waitFor();
    expect(visited).toEqual(["/console/toolsets"]);
  });

  test("is cloned, and says why when that fails", async () => {
    const settings = { approvals: "all", tools: { desk_wait: { presets: {}, name: "pause" } } };
    const { toolsetId } = await createToolset("Model", ["desk_wait"], settings);
    await using opened = await openConsole(world, {
      path: `/console/toolsets/${toolsetId}`,
      except: [/status of 400/],
    });
    const { page } = opened;
    const clone = async () => {
      await page.getByRole("button", { name: "More" }).click();
      await page.getByRole("menuitem", { name: "Clone" }).click();
    };
    await clone();
    await page.getByRole("heading", { level: 1, name: "Model (copy)" }).waitFor();
    const copyId = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    const copy = await readToolset(copyId);
    expect(copy.connections[0]?.toolSlugs).toEqual(["desk_wait"]);
    expect(copy.settings).toMatchObject({ approvals: "all", tools: { desk_wait: { name: "pause" } } });
    // A long name is cut, and not in the middle of a character.
    const start = "m".repeat(192);
    await world.call("PATCH", `/v1/toolsets/${copyId}`, { name: `${start}🚀 moon` });
    await page.reload();
    await page.getByRole("heading", { level: 1, name: "moon" }).waitFor();
    await clone();
    await page.getByRole("heading", { level: 1, name: `${start} (copy)` }).waitFor();
    await page.goBack();
    await world.call("PATCH", `/v1/toolsets/${copyId}`, { name: "Model (copy)" });
    // The connection ends while the page still shows it.
    const { connectionId } = await world.call<{ connectionId: number }>("POST", "/v1/connections", {
      applicationSlug: "desk",
      name: "Desk for a day",
      fields: { apiKey: "key-for-a-day" },
    });
    await world.call("PATCH", `/v1/toolsets/${copyId}`, {
      connections: [{ connectionId, applicationSlug: "desk", toolSlugs: ["desk_wait"] }],
    });
    await page.reload();
    await page.getByText("Desk for a day").waitFor();
    await world.call("DELETE", `/v1/connections/${connectionId}`);
    await clone();
    const failure = page.getByRole("alert").filter({ hasText: "It was not cloned" });
    await failure.getByRole("button", { name: "Close" }).waitFor();
    await page.getByText(`Connection ${connectionId} does not exist.`).waitFor();
    await page.getByRole("heading", { level: 1, name: "Model (copy)" }).waitFor();
  });

  test("is not shown on when it was deleted elsewhere, and an address of none says so", async () => {
    const { toolsetId } = await createToolset("Gone soon", []);
    await using opened = await openConsole(world, {
      path: `/console/toolsets/${toolsetId}`,
      except: [/status of 404 .*\/v1\/toolsets/],
    });
    const { page } = opened;
    await page.getByRole("heading", { level: 1, name: "Gone soon" }).waitFor();
    await world.call("DELETE", `/v1/toolsets/${toolsetId}`);
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Delete toolset" }).click();
    await page.getByText("It does not exist any more.").waitFor();
    await page.getByText(/^Toolset .* does not exist\.$/).waitFor();
    expect(await page.getByRole("heading", { name: "Gone soon" }).count()).toBe(0);
    await page.goto("/console/toolsets/gone");
    await page.getByText("There is nothing at this address").waitFor();
  });

  test("is saved as a file without fixed inputs, and read from one, but not from any", async () => {
    const { toolsetId } = await createToolset("Travels", ["desk_create_ticket", "desk_wait"], {
      approvals: ["desk_wait"],
      tools: { desk_create_ticket: { name: "file_ticket", presets: { body: "private words" } } },
    });
    await using opened = await openConsole(world, {
      path: `/console/toolsets/${toolsetId}`,
      except: [/status of 400/],
    });
    const { page } = opened;
    await page.getByRole("button", { name: "More" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("menuitem", { name: "Save as a file" }).click(),
    ]);
    const text = await readFile(await download.path(), "utf8");
    expect(text).not.toContain("private words");
    await page.goto("/console/toolsets");
    const choose = (content: string) =>
      page.locator("input[type=file]").setInputFiles({
        name: "travels.toolset.json",
        mimeType: "application/json",
        buffer: Buffer.from(content),
      });
    await choose("\u0000not a toolset");
    await page.getByText("This file is not a toolset that Bowline wrote.").waitFor();
    await choose(JSON.stringify({ ...JSON.parse(text), name: "x".repeat(300) }));
    await page.getByText(/200/).first().waitFor();
    const { applications, ...others } = JSON.parse(text);
    const hostile = {
      ...others,
      name: "From elsewhere",
      applications: [
        { ...applications[0], toolSlugs: [...applications[0].toolSlugs, "desk_of_another_server"] },
        { applicationSlug: "application_of_another_company", toolSlugs: ["x"] },
      ],
      settings: {
        ...others.settings,
        approvals: ["desk_wait", "desk_of_another_server"],
        tools: {
          ...others.settings.tools,
          desk_wait: { presets: { to: "mallory@example.com" } },
          desk_of_another_server: { name: "x" },
        },
      },
    };
    await choose(JSON.stringify(hostile));
    await page.getByRole("heading", { level: 1, name: "From elsewhere" }).waitFor();
    await page
      .getByText(
        "You have no connection to application_of_another_company. This server does not have desk_of_another_server.",
      )
      .waitFor();
    const read = await readToolset(new URL(page.url()).pathname.split("/").at(-1) ?? "");
    expect(read.connections[0]?.toolSlugs).toEqual(["desk_create_ticket", "desk_wait"]);
    expect(read.settings).toMatchObject({ approvals: ["desk_wait"] });
    expect(read.settings.tools).toMatchObject({ desk_create_ticket: { name: "file_ticket" } });
    expect(JSON.stringify(read.settings)).not.toContain("mallory");
  });

  /** An agent over MCP with a key for this toolset alone. */
  async function openAgent(toolsetId: string) {
    const { apiKey } = await world.call<{ apiKey: string }>("POST", "/v1/apikeys", {
      name: "Agent",
      toolsetId,
    });
    const client = new Client({ name: "agent", version: "1" });
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${world.baseUrl}/mcp/${toolsetId}`), {
        requestInit: { headers: { "x-api-key": apiKey } },
      }),
    );
    return { client, [Symbol.asyncDispose]: () => client.close() };
  }
});
