import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkLooks } from "../support/check-looks.ts";
import { openConsole } from "../support/open-console.ts";
import { type Desk, openDesk } from "../support/open-desk.ts";
import { describeConsole } from "../support/world.ts";

/** Reads the address that a client's link contains, as that client does. */
const readers: [prefix: string, read: (link: string) => string][] = [
  [
    "cursor:",
    (link) =>
      JSON.parse(Buffer.from(new URL(link).searchParams.get("config") ?? "", "base64").toString()).url,
  ],
  [
    "vscode:mcp/install?",
    (link) => JSON.parse(decodeURIComponent(link.slice("vscode:mcp/install?".length))).url,
  ],
  ["https://claude.ai/", (link) => new URL(link).searchParams.get("connectorUrl") ?? ""],
];

describeConsole("connecting an agent", (world) => {
  let desk: Desk;
  let toolsetId: string;
  beforeAll(async () => {
    desk = await openDesk(world);
    ({ toolsetId } = await world.call<{ toolsetId: string }>("POST", "/v1/toolsets", {
      name: "Support",
      connections: [
        { connectionId: desk.connectionId, applicationSlug: "desk", toolSlugs: ["desk_list_tickets"] },
      ],
    }));
  });
  afterAll(async () => {
    await desk?.[Symbol.asyncDispose]();
  });

  test("every link leads to this server, and clients in a cloud are explained", async () => {
    await using opened = await openConsole(world, { path: `/console/toolsets/${toolsetId}?tab=agent` });
    const { page } = opened;
    await page.getByRole("heading", { name: "Claude Code" }).waitFor();
    const links = await page
      .getByRole("link", { name: /^Add to / })
      .evaluateAll((found) => found.map((link) => link.getAttribute("href") ?? ""));
    expect(links.length).toBeGreaterThanOrEqual(2);
    for (const link of links) {
      const read = readers.find(([prefix]) => link.startsWith(prefix))?.[1];
      expect(read?.(link), link).toBe(`${world.baseUrl}/mcp/${toolsetId}`);
    }
    for (const name of ["ChatGPT", "Claude on the web and on the phone"]) {
      const client = page.getByRole("region", { name, exact: true });
      await client.getByText(/calls from its maker's cloud/).waitFor();
      expect(await client.getByRole("link").count()).toBe(0);
    }
    await page
      .getByText("Claude on the web and on the phone and ChatGPT call from their maker's cloud")
      .waitFor();
    // Claude Desktop installs a file that this command writes.
    const desktop = page.getByRole("region", { name: "Claude Desktop", exact: true });
    await desktop.getByText("in the folder of Bowline's checkout").waitFor();
    // It starts programs elsewhere, where npx would run whatever the public registry has under the name.
    const shown = await desktop.getByRole("button", { name: /^Copy/ }).count();
    expect(shown, "the command and no settings").toBe(1);
    const command = await desktop.getByText(/mcp bundle/).innerText();
    const folder = await mkdtemp(join(tmpdir(), "bundle-"));
    const shell = promisify(execFile)("sh", ["-c", `${command} --out ${folder}/agent.mcpb --json`], {
      cwd: join(import.meta.dirname, "..", "..", "..", ".."),
    });
    expect(JSON.parse((await shell).stdout)).toMatchObject({
      url: `${world.baseUrl}/mcp/${toolsetId}`,
    });
    await rm(folder, { recursive: true });
  });

  test("the light turns on after a client lists the tools with the key made here", async () => {
    await using opened = await openConsole(world, { path: `/console/toolsets/${toolsetId}?tab=agent` });
    const { page } = opened;
    await page.getByText(/Waiting for an agent's first call/).waitFor();
    await page.getByText("With a key", { exact: true }).click();
    await page.getByLabel("Name of the key").fill("Agent of the desk");
    await page.getByRole("button", { name: "Create key" }).click();
    const key = (await page.getByLabel("Key", { exact: true }).textContent()) ?? "";
    expect(key.length).toBeGreaterThan(20);
    await checkLooks(page, "toolset-agent-key");
    const client = new Client({ name: "agent", version: "1" });
    await client.connect(
      new StreamableHTTPClientTransport(new URL(`${world.baseUrl}/mcp/${toolsetId}`), {
        requestInit: { headers: { "x-api-key": key } },
      }),
    );
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["desk_list_tickets"]);
    await client.close();
    await page.getByText(/First call seen: the key Agent of the desk was used/).waitFor();
    // The key is only in this page: a reload forgets it.
    await page.reload();
    await page.getByText(/First call seen/).waitFor();
    expect(await page.content()).not.toContain(key);
  });

  test("a program of one's own gets its code and a key", async () => {
    await using opened = await openConsole(world, { path: `/console/toolsets/${toolsetId}?tab=agent` });
    const { page } = opened;
    // A client that cannot sign in says so, since nothing else on the page asks for a key then.
    await page
      .getByRole("region", { name: "Claude Desktop", exact: true })
      .getByText("It cannot sign in")
      .waitFor();
    await page.getByText("Your own code", { exact: true }).click();
    const code = page.getByRole("region", { name: "Your own code" });
    await code.getByText("export BOWLINE_API_KEY=YOUR_KEY").waitFor();
    await code.getByRole("button", { name: "Make a key for it" }).click();
    await page.getByLabel("Name of the key").fill("My program");
    await page.getByRole("button", { name: "Create key" }).click();
    const key = (await page.getByLabel("Key", { exact: true }).textContent()) ?? "";
    await code.getByText(`export BOWLINE_URL=${world.baseUrl}`).waitFor();
    await code.getByText(`export BOWLINE_API_KEY=${key}`).waitFor();
    await code.getByText(`new Bowline().toolset("${toolsetId}").for("openai-responses")`).waitFor();
    await code.getByRole("tab", { name: "Python" }).click();
    await code.getByText(`url = "${world.baseUrl}/mcp/${toolsetId}"`).waitFor();
    await checkLooks(page, "toolset-agent-code");
  });

  test("an Admin sets up a service member, which the history names instead of the Admin", async () => {
    await using opened = await openConsole(world, { path: `/console/toolsets/${toolsetId}?tab=agent` });
    const { page } = opened;
    await page.getByText("With a key", { exact: true }).click();
    // On a phone, the choice is no wider than its card.
    await page.setViewportSize({ width: 375, height: 800 });
    const choice = page.getByRole("radiogroup", { name: "The agent acts as" });
    const room = page.getByRole("textbox", { name: "Name of the key" });
    const [choiceWidth = 0, roomWidth = 0] = await Promise.all(
      [choice, room].map(async (one) => (await one.boundingBox())?.width),
    );
    expect(choiceWidth).toBeLessThanOrEqual(roomWidth);
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByText("As a service member", { exact: true }).click();
    await page.getByRole("textbox", { name: "Name", exact: true }).fill("Support agent");
    await page.getByRole("textbox", { name: "E-mail", exact: true }).fill("support@example.com");
    await page.getByRole("button", { name: "Continue" }).click();
    const createKey = page.getByRole("button", { name: "Create key" });
    await page.getByText("First connect what is missing.").waitFor();
    expect(await createKey.isDisabled()).toBe(true);
    await checkLooks(page, "toolset-agent-service");
    const popup = page.waitForEvent("popup");
    await page.getByRole("button", { name: "Connect Desk" }).click();
    const connecting = await popup;
    await connecting.waitForURL(/\/connect\//);
    await connecting.getByText("Support agent").first().waitFor();
    await connecting.close();
    // The page of the link has tests of its own; here the account comes from the service's program.
    const { items } = await world.call<{ items: { accountUserId: number; fullName: string }[] }>(
      "GET",
      "/v1/members",
    );
    const service = items.find(({ fullName }) => fullName === "Support agent");
    const own = await world.call<{ apiKey: string }>("POST", "/v1/apikeys", {
      name: "Program",
      accountUserId: service?.accountUserId,
    });
    const callAs = async (key: string, path: string, body: object) => {
      const response = await fetch(world.baseUrl + path, {
        method: "POST",
        headers: { "x-api-key": key, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      return response.json();
    };
    await callAs(own.apiKey, "/v1/connections", {
      applicationSlug: "desk",
      name: "Desk of the agent",
      fields: { apiKey: "key-of-the-agent" },
    });
    await page.getByText("Desk of the agent").waitFor();
    await createKey.click();
    const key = (await page.getByLabel("Key", { exact: true }).textContent()) ?? "";
    await page.getByText("The key acts as Support agent").waitFor();
    // The page shows the address of the service's own toolset, and the key reaches its tools alone.
    const address =
      (await page
        .getByText(/\/mcp\/[0-9a-f-]{36}$/)
        .first()
        .textContent()) ?? "";
    expect(address).not.toContain(toolsetId);
    const result = await callAs(key, "/v1/tools/desk_list_tickets/execute", { fields: {} });
    expect(result).toMatchObject({ isSuccess: true });
    const records = await world.call<{ items: { accountUserId: number; historyId: number }[] }>(
      "GET",
      `/v1/executions?accountUserId=${service?.accountUserId}`,
    );
    expect(records.items.map(({ historyId }) => historyId)).toContain(result.historyId);
    // The key of the set-up is gone when the page is left.
    await page.getByRole("tab", { name: "Tools" }).click();
    const listNames = async () =>
      (await world.call<{ items: { name: string }[] }>("GET", "/v1/apikeys")).items.map(({ name }) => name);
    await expect.poll(listNames).not.toContain("Set-up in the console");
    // The copy is brought up to date without another key.
    const before = await listNames();
    await world.call("PATCH", `/v1/toolsets/${toolsetId}`, {
      connections: [
        {
          connectionId: desk.connectionId,
          applicationSlug: "desk",
          toolSlugs: ["desk_list_tickets", "desk_export_tickets"],
        },
      ],
    });
    await page.reload();
    await page.getByRole("tab", { name: "Agents" }).click();
    await page.getByText("With a key", { exact: true }).click();
    await page.getByText("As a service member", { exact: true }).click();
    await page.getByRole("combobox", { name: "Service member" }).click();
    await page.getByRole("option", { name: "Support agent" }).click();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByText("Support agent has a copy of this toolset already.").waitFor();
    await page.getByRole("button", { name: "Only update its copy" }).click();
    await page.getByText("The toolset of Support agent is up to date.").waitFor();
    expect(await callAs(key, "/v1/tools/desk_export_tickets/execute", { fields: {}, top: 1 })).toMatchObject({
      isSuccess: true,
    });
    // On the page of keys, it is no link that leads nowhere.
    await page.getByRole("link", { name: "Keys", exact: true }).click();
    const row = page.getByRole("row", { name: /Agent of Support.*One toolset of its own/ });
    await row.waitFor();
    const leadsTo = await row.getByRole("link").evaluateAll((links) => links.map((link) => link.ariaLabel));
    expect(leadsTo).toEqual(["All calls of Agent of Support"]);
    await expect.poll(async () => (await listNames()).toSorted()).toEqual(before.toSorted());
  });
});
