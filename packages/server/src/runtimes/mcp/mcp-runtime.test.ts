import { setTimeout as sleep } from "node:timers/promises";
import {
  type ModernServer,
  openModernServer,
  startEverythingServer,
  type TestMcpServer,
} from "@bowline/acceptance/mcp-server.ts";
import type { McpBinding, McpServerDescription } from "@bowline/catalog";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  type Behavior,
  type FaultServer,
  flood,
  hang,
  openFaultServer,
  reset,
  respondWith,
  respondWithJson,
} from "../../../testing/fault-server.ts";
import { type Egress, openEgress } from "../../egress/egress.ts";
import type { Outcome } from "../outcome.ts";
import type { Access, CallProgress, SendOptions } from "../runtime.ts";
import { openRuntimes, type Runtimes } from "../runtimes.ts";

const token = "very-secret-token";
let egress: Egress;
let runtimes: Runtimes;
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
  runtimes = openRuntimes(egress, { folder: null, onReport: () => {} });
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

const stream = { "content-type": "text/event-stream" };

/** Responds with a result of revision 2026-07-28. */
function respondWithResult(result: Record<string, unknown>): Behavior {
  return (received, response) => {
    const { id } = JSON.parse(received.body.toString());
    respondWithJson(200, { jsonrpc: "2.0", id, result: { resultType: "complete", ...result } })(
      received,
      response,
    );
  };
}

const accessTo = (serverUrl: string): Access => ({
  serverUrl,
  variables: { token },
  placements: [{ in: "header", name: "Authorization", value: "Bearer {token}" }],
  secretValues: [token],
});

function prepare(url: string, tool: string, input = {}, changes: Partial<McpBinding> = {}) {
  const binding: McpBinding = { kind: "mcp", tool, era: "modern", pin: "", ...changes };
  return runtimes.compile(binding).prepare(accessTo(url), input);
}

const options: SendOptions = { timeoutMs: 60_000, maxBytes: 100_000, mayRepeat: false };

const call = (url: string, tool: string, input = {}, changes: Partial<McpBinding> = {}): Promise<Outcome> =>
  prepare(url, tool, input, changes).send(options);

async function list(url: string): Promise<McpServerDescription> {
  const outcome = await runtimes.prepareToolListing(accessTo(url)).send(options);
  if (!outcome.isSuccess) {
    throw new Error(outcome.message);
  }
  return outcome.output as McpServerDescription;
}

describe("a server of revision 2026-07-28", () => {
  test("is known for what it is, and lists its tools over all pages", async () => {
    const { era, name, instructions, tools } = await list(modern.url);
    expect({ era, name, instructions }).toEqual({
      era: "modern",
      name: "Modern server",
      instructions: "Use with care.",
    });
    expect(tools.map((tool) => tool.name)).toEqual(Object.keys(handlers));
    expect(new Set(tools.map(({ description }) => description))).toEqual(new Set(["For ***."]));
  });

  test("is called with one request that carries the credentials", async () => {
    const outcome = await call(modern.url, "echo", { a: 1 });
    expect(outcome).toMatchObject({ isSuccess: true, output: { a: 1 } });
    expect(modern.requests).toHaveLength(1);
    const [request] = modern.requests;
    expect(request?.headers.get("authorization")).toBe(`Bearer ${token}`);
    expect(request?.headers.get("mcp-protocol-version")).toBe("2026-07-28");
    expect(request?.headers.get("mcp-name")).toBe("echo");
  });

  test("is called with inputs that look like a message of the protocol", async () => {
    const outcome = await call(modern.url, "structured", { method: "notifications/cancelled", id: 0 });
    expect(outcome).toMatchObject({ isSuccess: true, executionInfo: { statusCode: 200 } });
  });

  test("that is taken for an older one is still called", async () => {
    expect(await call(modern.url, "echo", { a: 1 }, { era: "legacy" })).toMatchObject({ output: { a: 1 } });
  });

  test("gets inputs as headers where its schema asks for it", async () => {
    const inputSchema = {
      type: "object",
      properties: { region: { type: "string", "x-mcp-header": "Region" } },
    };
    await call(modern.url, "echo", { region: "eu" }, { inputSchema });
    expect(modern.requests[0]?.headers.get("mcp-param-region")).toBe("eu");
  });
});

describe("a server with sessions", () => {
  test("is known for what it is, and lists its tools", async () => {
    const { era, tools } = await list(everything.url);
    expect(era).toBe("legacy");
    expect(tools.map(({ name }) => name)).toContain("echo");
  });

  test("is called, whatever it is taken for", async () => {
    const input = { message: "hello" };
    expect(await call(everything.url, "echo", input, { era: "legacy" })).toMatchObject({
      isSuccess: true,
      output: "Echo: hello",
    });
    expect(await call(everything.url, "echo", input)).toMatchObject({ output: "Echo: hello" });
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
    return list(`${faults.url}/mcp`);
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
    const output = async (tool: string) => (await call(modern.url, tool)).output;
    expect(await output("structured")).toEqual({ items: [1, 2] });
    expect(await output("json")).toEqual([{ id: 1 }]);
    expect(await output("text")).toBe("007");
    expect(await output("picture")).toEqual([{ type: "text", text: "see" }, picture]);
  });

  test("that is an error is a failure with the tool's own words, without secrets", async () => {
    expect(await call(modern.url, "fails")).toMatchObject({
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
      expect(await call(`${faults.url}/mcp`, "echo", {}, { era })).toMatchObject({ isSuccess: true, output });
    });

    test("keeps a member that JavaScript has a meaning for", async () => {
      const structured = '{"__proto__":{"a":1},"b":2}';
      sendResult(`{"structuredContent":${structured},"content":[]}`, type);
      const outcome = await call(`${faults.url}/mcp`, "echo", {}, { era });
      expect(outcome.isSuccess && JSON.stringify(outcome.output)).toBe(structured);
    });

    test("that is empty is empty content", async () => {
      sendResult('{"content":[]}', type);
      const outcome = await call(`${faults.url}/mcp`, "echo", {}, { era });
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
    expect(await call(`${faults.url}/mcp`, "echo")).toMatchObject({
      isSuccess: false,
      kind: "invalidOutput",
      message:
        'The MCP server\'s result is of the type "task", which is not known here. The tool may have run.',
    });
  });

  test("that the server could not make is a refusal", async () => {
    expect(await call(modern.url, "throws")).toMatchObject({ isSuccess: false, kind: "downstreamRefused" });
  });
});

describe("a call under way", () => {
  test("tells of its progress, and its cancellation reaches the tool", async () => {
    const controller = new AbortController();
    const heard: CallProgress[] = [];
    const sent = prepare(modern.url, "slow").send({
      ...options,
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

  test("ends at its time", async () => {
    const outcome = await prepare(modern.url, "slow").send({ ...options, timeoutMs: 200 });
    expect(outcome).toMatchObject({ isSuccess: false, kind: "timeout" });
  });
});

test("a call says what is known of its address before it is sent", () => {
  expect(prepare("http://10.255.255.1/mcp", "echo", {}).findRefusal?.()).toMatch(
    /private or special network/,
  );
  expect(prepare(modern.url, "echo", {}).findRefusal?.()).toBeNull();
});

test("a preview shows the request without its secrets, and sends nothing", () => {
  expect(prepare(modern.url, "echo", { note: `a ${token}` }).preview()).toEqual({
    method: "POST",
    url: modern.url,
    headers: { authorization: "Bearer ***" },
    body: { jsonrpc: "2.0", method: "tools/call", params: { name: "echo", arguments: { note: "a ***" } } },
  });
  expect(modern.requests).toEqual([]);
});

test("credentials that are not accepted are an authorization that has ended", async () => {
  modern.token = "another";
  expect(await call(modern.url, "echo")).toMatchObject({
    isSuccess: false,
    kind: "authorizationExpired",
    executionInfo: { statusCode: 401 },
  });
  modern.token = token;
  expect(await call(modern.url, "echo")).toMatchObject({ isSuccess: true });
});

test.each([
  ["a status", 401, (id: unknown, message: string) => ({ id, message })],
  [
    "an error of the protocol",
    200,
    (id: unknown, message: string) => ({ jsonrpc: "2.0", id, error: { code: -32_602, message } }),
  ],
])("a secret that is longer than what is quoted of a server is masked in %s", async (_, status, build) => {
  const long = Array.from({ length: 100 }, (_, index) => `part${index}`).join("-");
  faults.on("/mcp", (received, response) => {
    const { id } = JSON.parse(received.body.toString());
    respondWithJson(status, build(id, `The token ${long} is unknown`))(received, response);
  });
  const access = { ...accessTo(`${faults.url}/mcp`), variables: { token: long }, secretValues: [long] };
  const binding: McpBinding = { kind: "mcp", tool: "echo", era: "modern", pin: "" };
  const outcome = await runtimes.compile(binding).prepare(access, {}).send(options);
  expect(outcome).toMatchObject({ isSuccess: false });
  expect("message" in outcome && outcome.message).toContain("The token *** is unknown");
});

describe.each(["modern", "legacy"] as const)("a fault of a server taken for a %s one", (era) => {
  const failing = async (timeoutMs = options.timeoutMs): Promise<Outcome> =>
    prepare(`${faults.url}/mcp`, "echo", {}, { era }).send({ ...options, timeoutMs });

  test.each([
    ["hangs", hang, "timeout"],
    ["resets", reset, "downstreamUnavailable"],
    ["returns HTML", respondWith(200, { "content-type": "text/html" }, "<p>hello</p>"), "invalidOutput"],
    [
      "returns rubbish as JSON",
      respondWith(200, { "content-type": "application/json" }, "{nope"),
      "invalidOutput",
    ],
    ["returns JSON that is no message", respondWithJson(200, { hello: 1 }), "invalidOutput"],
    ["returns too much", flood, "outputTooLarge"],
    ["is broken", respondWith(503, {}, "down"), "downstreamUnavailable"],
    ["refuses", respondWithJson(403, { message: "Not you." }), "downstreamRefused"],
  ])("that %s is a failed call", async (_, behave, kind) => {
    faults.on("/mcp", behave);
    const timeoutMs = kind === "timeout" ? 500 : options.timeoutMs;
    expect(await failing(timeoutMs)).toMatchObject({ isSuccess: false, kind });
  });

  test("that streams without end, or ends a stream without a result, is a failed call", async () => {
    faults.on("/mcp", (_received, response) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      const write = () =>
        response.write(`data: ${"x".repeat(1000)}`, (error) => error ?? setImmediate(write));
      write();
    });
    expect(await failing()).toMatchObject({ isSuccess: false, kind: "outputTooLarge" });
    faults.on("/mcp", respondWith(200, stream, ": nothing\n\n"));
    expect(await failing()).toMatchObject({ isSuccess: false, kind: "downstreamUnavailable" });
  });
});

describe("a number that JavaScript would change stays what it is", () => {
  const long = "x".repeat(100_000);

  test.each([
    ["as JSON", "application/json", "", ""],
    ["in a long message", "application/json", "", long],
    ["in a stream", "text/event-stream", "id: 98765432109876543210\ndata: ", ""],
    ["in a long event", "text/event-stream", "data: ", long],
  ])("%s", async (_, type, before, padding) => {
    faults.on("/mcp", (received, response) => {
      const { id } = JSON.parse(received.body.toString());
      const structured = `{"id":12345678901234567890,"small":7,"text":"12345678901234567890","padding":"${padding}"}`;
      const result = `{"resultType":"complete","content":[],"structuredContent":${structured}}`;
      const text = `${before}{"jsonrpc":"2.0","id":${id},"result":${result}}\n\n`;
      respondWith(200, { "content-type": type }, text)(received, response);
    });
    const { output } = (await prepare(`${faults.url}/mcp`, "echo").send({
      ...options,
      maxBytes: 1_000_000,
    })) as {
      output?: unknown;
    };
    const exact = "12345678901234567890";
    expect(output).toEqual({ id: exact, small: 7, text: exact, padding });
  });
});

describe("a server that breaks the rules in its response", () => {
  const respond = (write: (id: unknown) => string, type: string) =>
    faults.on("/mcp", (received, response) => {
      const { id } = JSON.parse(received.body.toString());
      respondWith(200, { "content-type": type }, write(id))(received, response);
    });
  const resultOf = (id: unknown, said: string): string =>
    `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{"resultType":"complete","content":[{"type":"text","text":"${said}"}]}}`;
  const event = (message: string): string => `data: ${message}\n\n`;
  const large = "x".repeat(100_000);

  test.each(["", large])("is believed neither about another call nor a second time", async (padding) => {
    respond(
      (id) =>
        event(resultOf(999, `other ${padding}`)) +
        event(resultOf(id, "first")) +
        event(resultOf(id, "second")),
      "text/event-stream",
    );
    const outcome = await prepare(`${faults.url}/mcp`, "echo").send({ ...options, maxBytes: 1_000_000 });
    expect(outcome).toMatchObject({ isSuccess: padding === "", ...(padding === "" && { output: "first" }) });
  });

  test("by a flood of progress, is heard a thousand times", async () => {
    faults.on("/mcp", async (received, response) => {
      const { id, params } = JSON.parse(received.body.toString());
      const { progressToken } = params._meta;
      const notify = (progress: number) =>
        event(
          JSON.stringify({
            jsonrpc: "2.0",
            method: "notifications/progress",
            params: { progressToken, progress },
          }),
        );
      response.writeHead(200, stream);
      for (let count = 0; count < 15; count++) {
        response.write(Array.from({ length: 100 }, (_, step) => notify(count * 100 + step)).join(""));
        await sleep(10);
      }
      response.end(event(resultOf(id, "done")));
    });
    let heard = 0;
    const onProgress = () => heard++;
    const outcome = await prepare(`${faults.url}/mcp`, "echo").send({
      ...options,
      maxBytes: 1_000_000,
      onProgress,
    });
    expect([outcome.isSuccess, heard]).toEqual([true, 1000]);
  });

  test("by nesting too deeply, is told so", async () => {
    const nested = `${"[".repeat(10_000)}${"]".repeat(10_000)}`;
    respond(
      (id) => resultOf(id, "").replace('"content"', `"structuredContent":{"a":${nested}},"content"`),
      "application/json",
    );
    expect(await call(`${faults.url}/mcp`, "echo")).toMatchObject({
      kind: "outputTooLarge",
      message: "The application's response is nested too deeply to be read.",
    });
  });

  test("by choosing a revision that nobody asked for, is named with it", async () => {
    respond(
      (id) =>
        `{"jsonrpc":"2.0","id":${id},"result":{"protocolVersion":"2099-01-01","capabilities":{},"serverInfo":{"name":"a","version":"1"}}}`,
      "application/json",
    );
    expect(await call(`${faults.url}/mcp`, "echo", {}, { era: "legacy" })).toMatchObject({
      kind: "invalidOutput",
      message: "The MCP server chose revision 2099-01-01 of the protocol, which is not known here.",
    });
  });

  test("by streams that end again and again, is told the whole time that it had", async () => {
    faults.on("/mcp", respondWith(200, stream, "id: 1\nretry: 10\ndata:\n\n"));
    const outcome = await prepare(`${faults.url}/mcp`, "echo").send({ ...options, timeoutMs: 700 });
    expect(outcome).toMatchObject({
      kind: "timeout",
      message: expect.stringMatching(/did not respond (?:within 700 ms|in time)\./),
    });
  });
});

test("a server that wants its stream to be resumed after years is waited for, without a word from Node.js", async () => {
  const warned: string[] = [];
  const listen = ({ name }: Error) => warned.push(name);
  process.on("warning", listen);
  let resumed = 0;
  faults.on("/mcp", (received, response) => {
    resumed += received.method === "GET" ? 1 : 0;
    respondWith(200, stream, "id: 1\nretry: 99999999999999\ndata:\n\n")(received, response);
  });
  const outcome = await prepare(`${faults.url}/mcp`, "echo").send({ ...options, timeoutMs: 300 });
  await sleep(10);
  process.off("warning", listen);
  expect(outcome).toMatchObject({ kind: "timeout" });
  expect(warned).toEqual([]);
  expect(resumed).toBeLessThanOrEqual(1);
});

test.each([
  ["no text", []],
  ["an empty text", [{ type: "text", text: " " }]],
])("a tool that fails with %s says why in its structured content", async (_, content) => {
  const structuredContent = { error: `No such thing for ${token}.` };
  faults.on("/mcp", respondWithResult({ isError: true, content, structuredContent }));
  expect(await call(`${faults.url}/mcp`, "echo")).toMatchObject({
    isSuccess: false,
    kind: "toolError",
    message: '{"error":"No such thing for ***."}',
  });
});

test("a list of tools that comes back to a page may lack tools", async () => {
  const next: Record<string, string> = { first: "second", second: "third", third: "second" };
  faults.on("/mcp", (received, response) => {
    const { method, params } = JSON.parse(received.body.toString() || "{}");
    const cursor = params?.cursor ?? "first";
    const listed = { tools: [{ name: cursor }], nextCursor: next[cursor], ttlMs: 0, cacheScope: "private" };
    const discovered = { supportedVersions: ["2026-07-28"], capabilities: { tools: {} }, ttlMs: 0 };
    respondWithResult(method === "tools/list" ? listed : discovered)(received, response);
  });
  const { tools, isCut } = await list(`${faults.url}/mcp`);
  expect(tools.map(({ name }) => name)).toEqual(["first", "second", "third"]);
  expect(isCut).toBe(true);
});

test.each([null, ""])("a list of tools ends with the cursor %j", async (nextCursor) => {
  const listed = { tools: [{ name: "only" }], nextCursor, ttlMs: 0, cacheScope: "private" };
  const discovered = { supportedVersions: ["2026-07-28"], capabilities: { tools: {} }, ttlMs: 0 };
  faults.on("/mcp", (received, response) => {
    const { method } = JSON.parse(received.body.toString() || "{}");
    respondWithResult(method === "tools/list" ? listed : discovered)(received, response);
  });
  const { tools, isCut } = await list(`${faults.url}/mcp`);
  expect(tools).toEqual([{ name: "only" }]);
  expect(isCut).toBe(false);
});

test("a list of tools that is read in a thread is read like a short one, over all its pages", async () => {
  const description = "x".repeat(1000);
  const pages = [0, 1].map((page) => ({
    tools: Array.from({ length: page === 0 ? 70 : 1 }, (_, index) => ({
      name: `tool${page}_${index}`,
      description,
      icons: null,
    })),
    nextCursor: page === 0 ? "more" : null,
  }));
  faults.on("/mcp", (received, response) => {
    const { method, params } = JSON.parse(received.body.toString() || "{}");
    const listed = { ttlMs: 0, cacheScope: "private", ...pages[params?.cursor === "more" ? 1 : 0] };
    const discovered = { supportedVersions: ["2026-07-28"], capabilities: { tools: {} }, ttlMs: 0 };
    respondWithResult(method === "tools/list" ? listed : discovered)(received, response);
  });
  const { tools, isCut } = await list(`${faults.url}/mcp`);
  expect(tools).toEqual(pages.flatMap((page) => page.tools.map(({ name }) => ({ name, description }))));
  expect(isCut).toBe(false);
});

describe("a response without a result", () => {
  const result = { resultType: "complete", content: [{ type: "text", text: "done" }] };
  const begun = "id: 1\nretry: 10\ndata:\n\n";
  const mayHaveRun = "The tool may have run.";

  /** Begins the stream of a call's response, and breaks the connection. */
  const breakStream: Behavior = (_received, response) => {
    response.writeHead(200, stream);
    response.write(begun, () => response.destroy());
  };

  /** @param resume how the server behaves when it is asked for the rest of the stream */
  async function send(behave: Behavior, resume: Behavior = respondWith(405, {}, "")) {
    let id: unknown;
    let calls = 0;
    faults.on("/mcp", (received, response) => {
      if (received.method === "GET") {
        const rest = `data: ${JSON.stringify({ jsonrpc: "2.0", id, result })}\n\n`;
        expect(received.headers["last-event-id"]).toBe("1");
        (resume === resumeStream ? respondWith(200, stream, rest) : resume)(received, response);
      } else {
        calls++;
        id = JSON.parse(received.body.toString()).id;
        behave(received, response);
      }
    });
    const outcome = await call(`${faults.url}/mcp`, "echo");
    return { outcome, calls };
  }
  const resumeStream: Behavior = () => {};

  test.each([
    ["ends", respondWith(200, stream, begun)],
    ["breaks", breakStream],
  ])("is read on where the server resumes a stream that %s", async (_, behave) => {
    const { outcome, calls } = await send(behave, resumeStream);
    expect(outcome).toMatchObject({ isSuccess: true, output: "done" });
    expect(calls).toBe(1);
  });

  test.each([
    ["a stream that ends", respondWith(200, stream, ": nothing\n\n"), "downstreamUnavailable"],
    ["a stream that is not resumed", respondWith(200, stream, begun), "downstreamUnavailable"],
    ["a stream that breaks", breakStream, "downstreamUnavailable"],
    ["another request's", respondWithJson(200, { jsonrpc: "2.0", id: 999, result }), "invalidOutput"],
    ["a status that promises none", respondWith(202, {}, ""), "invalidOutput"],
    ["one against the protocol", respondWithResult({ content: "done" }), "invalidOutput"],
  ])("is a failure at once, and the call is not repeated: %s", async (_, behave, kind) => {
    const { outcome, calls } = await send(behave);
    expect(outcome).toMatchObject({ isSuccess: false, kind, message: expect.stringContaining(mayHaveRun) });
    expect(calls).toBe(1);
  });

  test.each([-32_602, -32_603, 7])(
    "that is an error of the tool (%i) with status 400 is not called again",
    async (code) => {
      const { outcome, calls } = await send((received, response) => {
        const { id } = JSON.parse(received.body.toString());
        respondWithJson(400, { jsonrpc: "2.0", id, error: { code, message: "No such note." } })(
          received,
          response,
        );
      });
      expect(outcome).toMatchObject({ isSuccess: false, message: expect.stringContaining("No such note.") });
      expect(calls).toBe(1);
    },
  );

  test("of the request before the call says nothing of the tool", async () => {
    faults.on("/mcp", respondWith(200, stream, ": nothing\n\n"));
    const outcome = await call(`${faults.url}/mcp`, "echo", {}, { era: "legacy" });
    expect(outcome).toMatchObject({ message: "The MCP server ended its response without a result." });
  });
});

describe("a server that is unavailable for a moment", () => {
  /** The methods that arrived. The first request meets `fault`; a later call of a tool succeeds. */
  async function send(
    fault: Behavior,
    { era = "modern", mayRepeat = false }: { era?: "modern" | "legacy"; mayRepeat?: boolean },
  ): Promise<{ outcome: Outcome; methods: unknown[] }> {
    const methods: unknown[] = [];
    faults.on("/mcp", (received, response) => {
      const { id, method } = JSON.parse(received.body.toString() || "{}") as Record<string, unknown>;
      methods.push(method);
      const result = { resultType: "complete", content: [{ type: "text", text: "done" }] };
      const behave = methods.length === 1 ? fault : respondWithJson(200, { jsonrpc: "2.0", id, result });
      behave(received, response);
    });
    const prepared = prepare(`${faults.url}/mcp`, "echo", {}, { era });
    return { outcome: await prepared.send({ ...options, mayRepeat }), methods };
  }

  test.each([
    ["resets the connection", reset],
    ["returns 502", respondWith(502, {}, "")],
    ["returns 503", respondWith(503, {}, "")],
  ])("and %s is called again for a tool that may be called twice", async (_, fault) => {
    const { outcome, methods } = await send(fault, { mayRepeat: true });
    expect(outcome).toMatchObject({ isSuccess: true, output: "done" });
    expect(methods).toEqual(["tools/call", "tools/call"]);
  });

  test.each([reset, respondWith(503, {}, "")])("is not called again for any other tool", async (fault) => {
    const { outcome, methods } = await send(fault, {});
    expect(outcome).toMatchObject({ isSuccess: false, kind: "downstreamUnavailable" });
    expect(methods).toEqual(["tools/call"]);
  });

  test("before the tool was called is asked again for any tool", async () => {
    const { methods } = await send(respondWith(503, {}, ""), { era: "legacy" });
    expect(methods.slice(0, 2)).toEqual(["initialize", "initialize"]);
  });

  test("is not called again for a failure of the tool itself", async () => {
    const { methods } = await send(respondWith(500, {}, ""), { mayRepeat: true });
    expect(methods).toEqual(["tools/call"]);
  });
});
