import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Actor, hireActor, theAdmin, uniqueName } from "../support/actors.ts";
import { succeed } from "../support/caller.ts";
import {
  clientKinds,
  connectClient,
  createToolset,
  newestRequest,
  olderRequest,
  sendRaw,
} from "../support/mcp-door.ts";
import { type ModernServer, openModernServer } from "../support/mcp-server.ts";
import { describeOwnServer, useOwnServer } from "../support/own-server.ts";
import { proves } from "../support/proves.ts";
import type { JsonObject } from "../support/records.ts";
import { plantSecret } from "../support/secrets.ts";
import { useWorkbench } from "../support/workbench.ts";

const schema = { type: "object" as const };
let server: ModernServer;
let caller: Actor;
let path: string;
let slug: string;
const picture = [
  { type: "text", text: "A dot:" },
  { type: "image", data: "iVBORw0KGgo=", mimeType: "image/png" },
  { type: "resource", resource: { uri: "test://dot", mimeType: "text/plain", text: "." } },
];
let wasCanceled = 0;
let isWaiting = 0;

beforeAll(async () => {
  const tool = (name: string) => ({ name, description: `Does ${name}.`, inputSchema: schema });
  server = await openModernServer([tool("stepper"), tool("waiter"), tool("painter")], {
    async stepper(_input, { notify }) {
      for (let step = 1; step <= 10_000; step++) {
        await notify(step);
      }
      return { content: [{ type: "text", text: "done" }] };
    },
    painter: async () => ({ content: picture }),
    waiter: (_input, { signal }) =>
      new Promise((resolve) => {
        isWaiting++;
        signal.addEventListener("abort", () => {
          wasCanceled++;
          resolve({ content: [] });
        });
      }),
  });
  slug = uniqueName("mcp");
  await succeed(theAdmin().post("/v1/applications", { source: "mcp", slug, url: server.url }));
  caller = await hireActor();
  const connection = await succeed<{ connectionId: number; applicationSlug: string }>(
    caller.post("/v1/connections", { applicationSlug: slug, fields: { token: plantSecret("token") } }),
  );
  const toolset = await createToolset(caller, connection, [
    `${slug}_stepper`,
    `${slug}_waiter`,
    `${slug}_painter`,
  ]);
  path = `/mcp/${toolset.toolsetId}`;
});

afterAll(() => server?.close());

const headersOf = () => ({ "x-api-key": caller.apiKey });
const nameCall = (operation: string): { name: string; arguments: JsonObject } => ({
  name: `${slug}_${operation}`,
  arguments: {},
});

describe.each(clientKinds)("for the client %s", (kind) => {
  test("ten thousand steps of progress become a few", proves("agents.call.progress"), async () => {
    const client = await connectClient(kind, path, headersOf());
    const heard: number[] = [];
    const began = performance.now();
    const { name, arguments: input } = nameCall("stepper");
    const result = await client.call(name, input, { onprogress: ({ progress }) => heard.push(progress) });
    expect(result.content[0]?.text).toBe("done");
    expect(heard.length).toBeGreaterThan(0);
    // Ten in each second. On a busy machine it takes many.
    expect(heard.length).toBeLessThanOrEqual(10 * Math.ceil((performance.now() - began) / 1000 + 1));
    expect(heard).toEqual(heard.toSorted((a, b) => a - b));
    await client.close();
  });

  test("canceling a call cancels the application's", proves("agents.call.cancel"), async () => {
    const client = await connectClient(kind, path, headersOf());
    const before = { isWaiting, wasCanceled };
    const controller = new AbortController();
    const { name, arguments: input } = nameCall("waiter");
    const call = client.call(name, input, { signal: controller.signal });
    call.catch(() => undefined);
    await expect.poll(() => isWaiting).toBe(before.isWaiting + 1);
    controller.abort("enough");
    await expect(call).rejects.toThrow();
    await expect.poll(() => wasCanceled).toBe(before.wasCanceled + 1);
    await client.close();
  });
});

test("other content than texts comes through", proves("agents.call.content"), async () => {
  const { name, arguments: input } = nameCall("painter");
  for (const kind of clientKinds) {
    const client = await connectClient(kind, path, headersOf());
    expect((await client.call(name, input)).content, kind).toEqual(picture);
    await client.close();
  }
});

describe("a cancellation", () => {
  test(
    "of another session's call does nothing",
    proves("agents.call.cancel", "agents.call.cancel.silent"),
    async () => {
      const begin = () =>
        sendRaw(
          "POST",
          path,
          headersOf(),
          olderRequest("initialize", {
            protocolVersion: "2025-06-18",
            capabilities: {},
            clientInfo: { name: "raw", version: "1" },
          }),
        );
      const [mine, other] = await Promise.all([begin(), begin()]);
      const before = { isWaiting, wasCanceled };
      const sessionOf = (of: typeof mine) => ({
        ...headersOf(),
        "mcp-protocol-version": "2025-06-18",
        "mcp-session-id": of.headers["mcp-session-id"] ?? "",
      });
      const call = sendRaw("POST", path, sessionOf(mine), olderRequest("tools/call", nameCall("waiter"), 9));
      await expect.poll(() => isWaiting).toBe(before.isWaiting + 1);
      const cancel = { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 9 } };
      await sendRaw("POST", path, sessionOf(other), cancel);
      await new Promise((resolve) => setTimeout(resolve, 200));
      expect(wasCanceled).toBe(before.wasCanceled);
      await sendRaw("POST", path, sessionOf(mine), cancel);
      await expect.poll(() => wasCanceled).toBe(before.wasCanceled + 1);
      const { status, messages } = await call;
      expect({ status, messages }).toEqual({ status: 200, messages: [] });
    },
  );
});

describe("a client that can show addresses", () => {
  const bench = useWorkbench();

  test("is asked to show the connect link", proves("agents.call.url-elicitation"), async () => {
    const stranger = await hireActor();
    const key = { "x-api-key": stranger.apiKey };
    const params = { name: "bowline_execute_tool", arguments: { toolSlug: bench.tool("list_items") } };
    const newest = newestRequest("tools/call", params, { elicitation: { url: {} } });
    const asked = await sendRaw("POST", "/mcp", { ...key, ...newest.headers }, newest.body);
    expect(asked.messages[0]).toMatchObject({
      result: {
        resultType: "input_required",
        inputRequests: { open: { params: { mode: "url", url: expect.stringMatching(/\/connect/) } } },
      },
    });
    const begun = await sendRaw(
      "POST",
      "/mcp",
      key,
      olderRequest("initialize", {
        protocolVersion: "2025-11-25",
        capabilities: { elicitation: { url: {} } },
        clientInfo: { name: "raw", version: "1" },
      }),
    );
    const session = {
      "mcp-protocol-version": "2025-11-25",
      "mcp-session-id": begun.headers["mcp-session-id"] ?? "",
    };
    const older = await sendRaw("POST", "/mcp", { ...key, ...session }, olderRequest("tools/call", params));
    expect(older.messages[0]).toMatchObject({
      error: {
        code: -32042,
        data: { elicitations: [{ mode: "url", url: expect.stringMatching(/\/connect/) }] },
      },
    });
  });

  test("is not asked for a connection that there is", proves("agents.call.url-elicitation"), async () => {
    const member = await hireActor();
    const applicationSlug = bench.application.slug;
    await succeed(member.post("/v1/connections", { applicationSlug, fields: { token: "a" } }));
    const params = { name: "bowline_execute_tool", arguments: { toolSlug: bench.tool("list_items") } };
    const { headers, body } = newestRequest("tools/call", params, { elicitation: { url: {} } });
    const { messages } = await sendRaw("POST", "/mcp", { "x-api-key": member.apiKey, ...headers }, body);
    const text = expect.stringContaining("name one of bowline_list_connections as connectionId");
    expect(messages[0]).toMatchObject({ result: { isError: true, content: [{ text }] } });
  });
});

describeOwnServer("budgets", () => {
  const own = useOwnServer({
    BOWLINE_RATE_BURST: "0",
    BOWLINE_RATE_HOURLY: "40",
    BOWLINE_RATE_SEARCH_BURST: "0",
    BOWLINE_RATE_SEARCH_HOURLY: "3",
  });

  test(
    "count every message of a batch, and searches twice over",
    proves("agents.budgets", "agents.meta.search"),
    async () => {
      const key = { "x-api-key": own.server.adminApiKey, "mcp-protocol-version": "2025-03-26" };
      const send = (body: unknown) => sendRaw("POST", "/mcp", key, body, own.server.baseUrl);
      const remaining = async (body: unknown) => Number((await send(body)).headers["ratelimit-remaining"]);
      const first = await remaining(olderRequest("tools/list"));
      expect(await remaining(olderRequest("tools/list"))).toBe(first - 1);
      expect(await remaining({ jsonrpc: "2.0", method: "notifications/initialized" })).toBe(first - 2);
      const batch = Array.from({ length: 10 }, (_, id) => olderRequest("ping", {}, id));
      expect(await remaining(batch)).toBe(first - 12);
      // A body that is refused costs as much as any call.
      expect(await remaining("no message")).toBe(first - 13);
      expect(await remaining(Array.from({ length: 101 }, () => olderRequest("ping")))).toBe(first - 14);
      const search = olderRequest("tools/call", {
        name: "bowline_search_tools",
        arguments: { query: "items" },
      });
      for (let count = 0; count < 3; count++) {
        expect((await send(search)).status).toBe(200);
      }
      const refused = await send(search);
      expect([refused.status, refused.headers["retry-after"]]).toEqual([429, "3600"]);
      const left = await remaining(olderRequest("tools/list"));
      const sendPings = (length: number) =>
        send(Array.from({ length }, (_, id) => olderRequest("ping", {}, id)));
      expect((await sendPings(left + 1)).status).toBe(429);
      expect(await remaining(olderRequest("ping"))).toBe(left - 1);
      const tooLarge = await sendPings(60);
      expect(tooLarge.status).toBe(400);
      expect(tooLarge.text).toContain("Send smaller batches.");
    },
  );
});
