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
    await page.getByText(/First call seen: the key Agent of the desk was used/).waitFor({ timeout: 20_000 });
    // The key is only in this page: a reload forgets it.
    await page.reload();
    await page.getByText(/First call seen/).waitFor();
    expect(await page.content()).not.toContain(key);
  });
});
