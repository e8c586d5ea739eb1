import { setTimeout as sleep } from "node:timers/promises";
import {
  type ModernServer,
  openModernServer,
  startEverythingServer,
  type TestMcpServer,
} from "@bowline/acceptance/mcp-server.ts";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { McpCaller, mcpOptions, respondWithResult, token } from "../../../testing/call-mcp.ts";
import {
  type FaultServer,
  openFaultServer,
  respondWith,
  respondWithJson,
} from "../../../testing/fault-server.ts";
import { type Egress, openEgress } from "../../egress/egress.ts";
import { makeExactNumber } from "../exact-number.ts";
import type { CallProgress } from "../runtime.ts";
import { openRuntimes } from "../runtimes.ts";

let egress: Egress;
let mcp: McpCaller;
let everything: TestMcpServer;
let modern: ModernServer;
let faults: FaultServer;
let wasCanceled = false;

const picture = { type: "image", data: "aGVsbG8=", mimeType: "image/png" };
const handlers: Parameters<typeof openModernServer>[1] = {
  structured: async () => ({ structuredContent: { items: [1, 2] }, content: [{ type: "text", text: "x" }] }),
  json: async () => ({ content: [{ type: "text", text: '[{"id":1}]' }] }),
  text: async () => ({ content: [{ type: "text", text: "007" }] }),
  picture: async () => ({ content: [{ type: "text", text: "see" }, picture] }),
  fails: async () => ({ isError: true, content: [{ type: "text", text: `No such thing for ${token}.` }] }),
  throws: async () => {
    throw new Error("broken inside");
  },
  slow: async (_input, { signal, notify }) => {
    await notify(1);
    await sleep(5000, undefined, { signal }).catch(() => {
      wasCanceled = true;
    });
    return { content: [] };
  },
};

beforeAll(async () => {
  egress = openEgress({ allowedPrivateNetworks: ["127.0.0.0/8"] });
  mcp = new McpCaller(openRuntimes(egress, { folder: null, onReport: () => {} }));
  everything = await startEverythingServer();
  const tools = Object.keys(handlers).map((name) => ({
    name,
    description: `For ${token}.`,
    inputSchema: { type: "object" as const },
  }));
  modern = await openModernServer(tools, handlers);
  faults = await openFaultServer();
}, 60_000);

afterAll(async () => {
  await egress?.close();
  await Promise.all([everything?.close(), modern?.close(), faults?.close()]);
});

beforeEach(() => {
  modern.requests.length = 0;
  modern.token = null;
});

describe("a server of revision 2026-07-28", () => {
  test("is known for what it is, and lists its tools over all pages", async () => {
    const { era, name, instructions, tools } = await mcp.list(modern.url);
    expect({ era, name, instructions }).toEqual({
      era: "modern",
      name: "Modern server",
      instructions: "Use with care.",
    });
    expect(tools.map((tool) => tool.name)).toEqual(Object.keys(handlers));
    expect(new Set(tools.map(({ description }) => description))).toEqual(new Set(["For ***."]));
  });

  test("is called with one request that carries the credentials", async () => {
    const outcome = await mcp.call(modern.url, "echo", { a: 1 });
    expect(outcome).toMatchObject({ isSuccess: true, output: { a: 1 } });
    expect(modern.requests).toHaveLength(1);
    const [request] = modern.requests;
    expect(request?.headers.get("authorization")).toBe(`Bearer ${token}`);
    expect(request?.headers.get("mcp-protocol-version")).toBe("2026-07-28");
    expect(request?.headers.get("mcp-name")).toBe("echo");
  });

  test("is called with inputs that look like a message of the protocol", async () => {
    const outcome = await mcp.call(modern.url, "structured", { method: "notifications/cancelled", id: 0 });
    expect(outcome).toMatchObject({ isSuccess: true, executionInfo: { statusCode: 200 } });
  });

  test("that is taken for an older one is still called", async () => {
    expect(await mcp.call(modern.url, "echo", { a: 1 }, { era: "legacy" })).toMatchObject({
      output: { a: 1 },
    });
  });

  test("gets inputs as headers where its schema asks for it", async () => {
    const inputSchema = {
      type: "object",
      properties: { region: { type: "string", "x-mcp-header": "Region" } },
    };
    await mcp.call(modern.url, "echo", { region: "eu" }, { inputSchema });
    expect(modern.requests[0]?.headers.get("mcp-param-region")).toBe("eu");
  });
});

describe("a server with sessions", () => {
  test("is known for what it is, and lists its tools", async () => {
    const { era, tools } = await mcp.list(everything.url);
    expect(era).toBe("legacy");
    expect(tools.map(({ name }) => name)).toContain("echo");
  });

  test("is called, whatever it is taken for", async () => {
    const input = { message: "hello" };
    expect(await mcp.call(everything.url, "echo", input, { era: "legacy" })).toMatchObject({
      isSuccess: true,
      output: "Echo: hello",
    });
    expect(await mcp.call(everything.url, "echo", input)).toMatchObject({ output: "Echo: hello" });
  });
});

describe("an older server", () => {
  /** Lists the tools of a server that responds with members in the results, and with a status to what comes before `initialize`. */
  function listFrom(members: Record<string, Record<string, unknown>>, before = 400) {
    const serverInfo = { name: "old", version: "1" };
    const results: Record<string, object> = {
      initialize: { protocolVersion: "2025-06-18", capabilities: { tools: {} }, serverInfo },
      "tools/list": { tools: [{ name: "echo", inputSchema: { type: "object", default: null } }] },
    };
    faults.on("/mcp", (received, response) => {
      const { id, method } = JSON.parse(received.body.toString() || "{}");
      const result = results[method] && { ...results[method], ...members[method] };
      const behave =
        result === undefined
          ? respondWith(id === undefined ? 202 : before, {}, "")
          : respondWithJson(200, { jsonrpc: "2.0", id, result });
      behave(received, response);
    });
    return mcp.list(`${faults.url}/mcp`);
  }

  test("may write null for what it does not have", async () => {
    const { tools } = await listFrom({
      initialize: {
        _meta: null,
        instructions: null,
        capabilities: { tools: { listChanged: null }, prompts: null },
        serverInfo: { name: "old", version: "1", title: null },
      },
      "tools/list": { _meta: null, nextCursor: null },
    });
    expect(tools).toMatchObject([{ name: "echo", inputSchema: { type: "object", default: null } }]);
  });

  test("may break at a request before it is initialized", async () => {
    expect((await listFrom({}, 500)).era).toBe("legacy");
  });
});

describe("a result", () => {
  test("is the structured content, else the text, parsed where it is JSON, else the content", async () => {
    const output = async (tool: string) => (await mcp.call(modern.url, tool)).output;
    expect(await output("structured")).toEqual({ items: [1, 2] });
    expect(await output("json")).toEqual([{ id: 1 }]);
    expect(await output("text")).toBe("007");
    expect(await output("picture")).toEqual([{ type: "text", text: "see" }, picture]);
  });

  test("that is an error is a failure with the tool's own words, without secrets", async () => {
    expect(await mcp.call(modern.url, "fails")).toMatchObject({
      isSuccess: false,
      kind: "toolError",
      message: "No such thing for ***.",
      executionInfo: { statusCode: 200 },
    });
  });

  describe.each([
    ["modern", "application/json"],
    ["legacy", "application/json"],
    ["modern", "text/event-stream"],
  ] as const)("of a %s server as %s", (era, type) => {
    const text = '"content":[{"type":"text","text":"done","_meta":null}]';

    test.each([
      [
        "with members that are null",
        `{"_meta":null,"structuredContent":null,"isError":null,${text}}`,
        "done",
      ],
      ["without content", '{"structuredContent":{"a":1},"content":null}', { a: 1 }],
      ["that is structured and no object", `{"structuredContent":[1,2],${text}}`, [1, 2]],
      [
        "with a block that is not known",
        '{"content":[{"type":"video","data":""}]}',
        [{ type: "video", data: "" }],
      ],
    ])("%s is read", async (_, result, output) => {
      sendResult(result, type);
      expect(await mcp.call(`${faults.url}/mcp`, "echo", {}, { era })).toMatchObject({
        isSuccess: true,
        output,
      });
    });

    test("keeps a member that JavaScript has a meaning for", async () => {
      const structured = '{"__proto__":{"a":1},"b":2}';
      sendResult(`{"structuredContent":${structured},"content":[]}`, type);
      const outcome = await mcp.call(`${faults.url}/mcp`, "echo", {}, { era });
      expect(outcome.isSuccess && JSON.stringify(outcome.output)).toBe(structured);
    });

    test("that is empty is empty content", async () => {
      sendResult('{"content":[]}', type);
      const outcome = await mcp.call(`${faults.url}/mcp`, "echo", {}, { era });
      expect(outcome).toMatchObject({ isSuccess: true, output: null, content: [] });
    });
  });

  /** Responds to a call with the JSON text of a result, and all before it as a server does. */
  function sendResult(result: string, type: string): void {
    faults.on("/mcp", (received, response) => {
      const { id, method } = JSON.parse(received.body.toString() || "{}");
      const begun = {
        protocolVersion: "2025-11-25",
        capabilities: {},
        serverInfo: { name: "a", version: "1" },
      };
      const sent = method === "initialize" ? JSON.stringify(begun) : result;
      const message = `{"jsonrpc":"2.0","id":${id},"result":${sent}}`;
      const body = type === "text/event-stream" ? `event: message\ndata: ${message}\n\n` : message;
      respondWith(id === undefined ? 202 : 200, { "content-type": type }, body)(received, response);
    });
  }

  test("of a kind that is not known is told as such", async () => {
    faults.on("/mcp", respondWithResult({ resultType: "task", task: { taskId: "1" } }));
    expect(await mcp.call(`${faults.url}/mcp`, "echo")).toMatchObject({
      isSuccess: false,
      kind: "invalidOutput",
      message:
        'The MCP server\'s result is of the type "task", which is not known here. The tool may have run.',
    });
  });

  test("that the server could not make is a refusal", async () => {
    expect(await mcp.call(modern.url, "throws")).toMatchObject({
      isSuccess: false,
      kind: "downstreamRefused",
    });
  });
});

describe("a call under way", () => {
  test("tells of its progress, and its cancellation reaches the tool", async () => {
    const controller = new AbortController();
    const heard: CallProgress[] = [];
    const sent = mcp.prepare(modern.url, "slow").send({
      ...mcpOptions,
      signal: controller.signal,
      onProgress(progress) {
        heard.push(progress);
        controller.abort();
      },
    });
    expect(await sent).toMatchObject({ isSuccess: false, message: "The call was canceled." });
    expect(heard).toEqual([{ progress: 1, total: 2, message: null }]);
    await expect.poll(() => wasCanceled).toBe(true);
  });

  test("tells nothing secret or long of its progress", async () => {
    faults.on("/mcp", (received, response) => {
      const { id, params } = JSON.parse(received.body.toString());
      const { progressToken } = params._meta;
      const message = `Signed in with ${token}. ${"x".repeat(1000)}`;
      const messages = [
        { method: "notifications/progress", params: { progressToken, progress: 1, message } },
        { id, result: { resultType: "complete", content: [] } },
      ];
      const events = messages.map((one) => `data: ${JSON.stringify({ jsonrpc: "2.0", ...one })}\n\n`);
      respondWith(200, { "content-type": "text/event-stream" }, events.join(""))(received, response);
    });
    const heard: CallProgress[] = [];
    const onProgress = (progress: CallProgress) => void heard.push(progress);
    await mcp.prepare(`${faults.url}/mcp`, "slow").send({ ...mcpOptions, onProgress });
    const message = expect.stringMatching(/^Signed in with \*\*\*\. x{400,500}…$/);
    expect(heard).toEqual([{ progress: 1, total: null, message }]);
  });

  test("ends at its time", async () => {
    const outcome = await mcp.prepare(modern.url, "slow").send({ ...mcpOptions, timeoutMs: 200 });
    expect(outcome).toMatchObject({ isSuccess: false, kind: "timeout" });
  });
});

test("a call says what is known of its address before it is sent", () => {
  expect(mcp.prepare("http://10.255.255.1/mcp", "echo", {}).findRefusal?.()).toMatch(
    /private or special network/,
  );
  expect(mcp.prepare(modern.url, "echo", {}).findRefusal?.()).toBeNull();
});

test("a preview shows the request without its secrets, and sends nothing", () => {
  expect(mcp.prepare(modern.url, "echo", { note: `a ${token}` }).preview()).toEqual({
    method: "POST",
    url: modern.url,
    headers: { authorization: "Bearer ***" },
    body: { jsonrpc: "2.0", method: "tools/call", params: { name: "echo", arguments: { note: "a ***" } } },
  });
  expect(modern.requests).toEqual([]);
});

test("credentials that are not accepted are an authorization that has ended", async () => {
  modern.token = "another";
  expect(await mcp.call(modern.url, "echo")).toMatchObject({
    isSuccess: false,
    kind: "authorizationExpired",
    nothingDone: "unauthorized",
    executionInfo: { statusCode: 401 },
  });
  modern.token = token;
  expect(await mcp.call(modern.url, "echo")).toMatchObject({ isSuccess: true });
});

test("of a call it is known whether the tool was called", async () => {
  expect(await mcp.call("http://127.0.0.1:1/mcp", "echo")).toMatchObject({
    kind: "downstreamUnavailable",
    nothingDone: "unsent",
  });
  faults.on("/mcp", respondWith(503, {}, ""));
  expect(await mcp.call(`${faults.url}/mcp`, "read", {}, { era: "legacy" })).toMatchObject({
    isSuccess: false,
    nothingDone: "unsent",
  });
  const late = await mcp.call(`${faults.url}/mcp`, "read");
  expect(late).toMatchObject({ isSuccess: false });
  expect(late).not.toHaveProperty("nothingDone");
});

test("sends and shows every digit of a large integer", async () => {
  const id = "9007199254740993";
  faults.on("/mcp", respondWithResult({ content: [{ type: "text", text: "done" }] }));
  const input = { id: makeExactNumber(id), ids: [makeExactNumber(id)] };
  faults.received.length = 0;
  const call = mcp.prepare(`${faults.url}/mcp`, "read", input);
  expect(JSON.stringify(call.preview())).toContain(`"arguments":{"id":${id},"ids":[${id}]}`);
  expect(await call.send(mcpOptions)).toMatchObject({ isSuccess: true });
  const bodies = faults.received.map(({ body }) => body.toString());
  expect(bodies.filter((body) => body.includes("tools/call"))).toEqual([
    expect.stringContaining(`"arguments":{"id":${id},"ids":[${id}]}`),
  ]);
});
