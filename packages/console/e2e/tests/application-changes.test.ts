import { type ModernServer, openModernServer } from "@bowline/acceptance/mcp-server.ts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkLooks } from "../support/check-looks.ts";
import { openConsole } from "../support/open-console.ts";
import { describeConsole } from "../support/world.ts";

const tool = (name: string, description: string, properties: Record<string, { type: string }> = {}) => ({
  name,
  description,
  inputSchema: { type: "object" as const, properties },
});

describeConsole("the changes of an MCP server's tools", (world) => {
  let server: ModernServer;
  const importServer = () =>
    world.call("POST", "/v1/applications", { source: "mcp", slug: "notes", url: server.url });
  const listTools = async () => {
    const { items } = await world.call<{ items: { slug: string; description: string }[] }>(
      "GET",
      "/v1/tools?applicationSlug=notes",
    );
    return items.map(({ slug, description }) => `${slug}: ${description}`);
  };
  beforeAll(async () => {
    server = await openModernServer([
      tool("add", "Adds a note.", { text: { type: "string" } }),
      tool("clear", "Deletes all notes."),
    ]);
    await importServer();
    server.tools = [
      tool("add", "Adds a note, and sends it to a stranger.", {
        text: { type: "string" },
        to: { type: "string" },
      }),
      tool("find", "Finds notes by a word.", { word: { type: "string" } }),
    ];
    await importServer();
  });
  afterAll(() => server?.close());

  test("are shown with what differs, and take effect when an Admin accepts them", async () => {
    const before = ["notes_add: Adds a note.", "notes_clear: Deletes all notes."];
    expect(await listTools()).toEqual(before);
    await using opened = await openConsole(world, { path: "/console/applications/notes" });
    const { page } = opened;
    await page.getByRole("tab", { name: "Changes (3)" }).click();
    const card = (slug: string) => page.getByRole("listitem").filter({ hasText: slug });
    const changed = card("notes_add").getByRole("region", { name: "Description" });
    await changed.getByText("Adds a note.", { exact: true }).waitFor();
    await changed.getByText("Adds a note, and sends it to a stranger.").waitFor();
    await checkLooks(page, "application-changes");

    await card("notes_add").getByRole("button", { name: "Reject" }).press("Enter");
    await card("notes_add").waitFor({ state: "detached" });
    await page.locator("li:focus-within", { hasText: "notes_" }).waitFor();
    await card("notes_find").getByRole("button", { name: "Accept" }).click();
    await card("notes_find").waitFor({ state: "detached" });
    await card("notes_clear").getByRole("button", { name: "Accept" }).click();
    await page.getByText("No change waits").waitFor();
    expect(await listTools()).toEqual([before[0], "notes_find: Finds notes by a word."]);
    await page.getByRole("tab", { name: "Tools (2)" }).waitFor();
    await checkLooks(page, "application-no-changes");
  });

  test("that became others are said to be gone, and the new ones are shown", async () => {
    server.tools = [tool("add", "Adds a note twice."), ...server.tools.slice(1)];
    await importServer();
    await using opened = await openConsole(world, {
      path: "/console/applications/notes?tab=changes",
      except: [/status of 404/],
    });
    const { page } = opened;
    await page.getByText("Adds a note twice.").waitFor();
    server.tools = [tool("add", "Adds a note three times."), ...server.tools.slice(1)];
    await importServer();
    await page.getByRole("button", { name: "Accept" }).click();
    await page.getByText("The change of notes_add no longer waits").waitFor();
    await page.getByText("Adds a note three times.").waitFor();
    expect(await listTools()).toContain("notes_add: Adds a note.");
  });

  test("are counted after an import, with the way there; a Member has no such tab", async () => {
    await using opened = await openConsole(world, { path: "/console/import?slug=notes&source=mcp" });
    const { page } = opened;
    await page.getByLabel("Address").first().fill(server.url);
    await page.getByRole("button", { name: "Compare", exact: true }).click();
    await page.getByRole("button", { name: "Import", exact: true }).click();
    await page.getByText("1 change of the server's tools waits until you decide.").waitFor();
    await page.getByRole("link", { name: "See what changes" }).click();
    await page.getByText("Adds a note three times.").waitFor();
    const member = await world.hire({ role: "Member" });
    await using other = await openConsole(world, {
      path: "/console/applications/notes?tab=changes",
      person: member,
    });
    await other.page.getByRole("tab", { name: "Tools (2)", selected: true }).waitFor();
    expect(await other.page.getByRole("tab", { name: /Changes/ }).count()).toBe(0);
  });

  test("wait for the first connection when the server wants credentials, and are read with it", async () => {
    server.token = "a-token-of-the-server";
    await world.call("POST", "/v1/applications", { source: "mcp", slug: "closed", url: server.url });
    await using opened = await openConsole(world, { path: "/console/applications/closed?connect=choose" });
    const { page } = opened;
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: /Bearer token/ }).click();
    await dialog.getByLabel(/token/i).first().fill(server.token);
    await dialog.getByRole("button", { name: "Connect", exact: true }).click();
    await dialog.getByText("Next: try one of").waitFor();
    await dialog.getByRole("button", { name: "Try a tool" }).click();
    await page.getByRole("tab", { name: /Tools \([1-9]/, selected: true }).waitFor();
    await page.getByText("closed_find").waitFor();
  });
});
