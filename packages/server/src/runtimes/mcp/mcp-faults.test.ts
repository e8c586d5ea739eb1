import { setTimeout as sleep } from "node:timers/promises";
import type { McpBinding, McpEra } from "@bowline/catalog";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { accessTo, McpCaller, mcpOptions, respondWithResult, token } from "../../../testing/call-mcp.ts";
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
import { openRuntimes, type Runtimes } from "../runtimes.ts";

let egress: Egress;
let runtimes: Runtimes;
let mcp: McpCaller;
let faults: FaultServer;

beforeAll(async () => {
  egress = openEgress({ allowedPrivateNetworks: ["127.0.0.0/8"] });
  runtimes = openRuntimes(egress, { folder: null, onReport: () => {} });
  mcp = new McpCaller(runtimes);
  faults = await openFaultServer();
});

afterAll(async () => {
  await egress?.close();
  await faults?.close();
});

const stream = { "content-type": "text/event-stream" };

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
  const outcome = await runtimes.compile(binding).prepare(access, {}).send(mcpOptions);
  expect(outcome).toMatchObject({ isSuccess: false });
  expect("message" in outcome && outcome.message).toContain("The token *** is unknown");
});

test.each([
  [
    { resultType: "input_required", requestState: "s".repeat(70_000) },
    { kind: "toolError", message: "The tool asks for more input than can be passed on." },
  ],
  [
    "r".repeat(70_000),
    {
      kind: "invalidOutput",
      message: "The server's response is not one of an MCP server. The tool may have run.",
    },
  ],
])("a large response that is no tool's result is named as what it is", async (result, outcome) => {
  faults.on("/mcp", (received, response) => {
    const { id } = JSON.parse(received.body.toString());
    respondWithJson(200, { jsonrpc: "2.0", id, result })(received, response);
  });
  const dialog = { capabilities: {}, responses: null, state: null };
  const called = await mcp.prepare(`${faults.url}/mcp`, "ask").send({ ...mcpOptions, dialog });
  expect(called).toMatchObject({ isSuccess: false, ...outcome });
});

describe.each(["modern", "legacy"] as const)("a fault of a server taken for a %s one", (era) => {
  const failing = async (timeoutMs = mcpOptions.timeoutMs): Promise<Outcome> =>
    mcp.prepare(`${faults.url}/mcp`, "echo", {}, { era }).send({ ...mcpOptions, timeoutMs });

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
    const timeoutMs = kind === "timeout" ? 500 : mcpOptions.timeoutMs;
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
    const { output } = (await mcp.prepare(`${faults.url}/mcp`, "echo").send({
      ...mcpOptions,
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
    const outcome = await mcp
      .prepare(`${faults.url}/mcp`, "echo")
      .send({ ...mcpOptions, maxBytes: 1_000_000 });
    expect(outcome).toMatchObject({ isSuccess: true, output: "first" });
  });

  test.each([
    ["on one line", ""],
    ["on several lines", "\ndata: "],
    ["with another field between them", "\nid: 7\ndata: "],
  ])("by a flood of progress %s, is heard a thousand times", async (_, lineBreak) => {
    faults.on("/mcp", async (received, response) => {
      const { id, params } = JSON.parse(received.body.toString());
      const { progressToken } = params._meta;
      const notify = (progress: number) =>
        event(
          JSON.stringify({
            jsonrpc: "2.0",
            method: "notifications/progress",
            params: { progressToken, progress },
          }).replace(",", `,${lineBreak}`),
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
    const outcome = await mcp.prepare(`${faults.url}/mcp`, "echo").send({
      ...mcpOptions,
      maxBytes: 1_000_000,
      onProgress,
    });
    expect([outcome.isSuccess, heard]).toEqual([true, 1000]);
  });

  test("by nesting too deeply, is told so", async () => {
    // In this thread, and in another.
    for (const levels of [2000, 40_000]) {
      const nested = `${"[".repeat(levels)}${"]".repeat(levels)}`;
      respond(
        (id) => resultOf(id, "").replace('"content"', `"structuredContent":{"a":${nested}},"content"`),
        "application/json",
      );
      expect(await mcp.call(`${faults.url}/mcp`, "echo")).toMatchObject({
        kind: "outputTooLarge",
        message: "The application's response is nested too deeply to be read.",
      });
      respond((id) => resultOf(id, nested), "application/json");
      expect(await mcp.call(`${faults.url}/mcp`, "echo")).toMatchObject({ isSuccess: true, output: nested });
      faults.on("/mcp", respondWith(403, { "content-type": "application/json" }, nested));
      expect(await mcp.call(`${faults.url}/mcp`, "echo")).toMatchObject({ kind: "downstreamRefused" });
    }
  });

  test("by choosing a revision that nobody asked for, is named with it", async () => {
    respond(
      (id) =>
        `{"jsonrpc":"2.0","id":${id},"result":{"protocolVersion":"2099-01-01","capabilities":{},"serverInfo":{"name":"a","version":"1"}}}`,
      "application/json",
    );
    expect(await mcp.call(`${faults.url}/mcp`, "echo", {}, { era: "legacy" })).toMatchObject({
      kind: "invalidOutput",
      message: "The MCP server chose revision 2099-01-01 of the protocol, which is not known here.",
    });
  });

  test("by streams that end again and again, is told the whole time that it had", async () => {
    faults.on("/mcp", respondWith(200, stream, "id: 1\nretry: 10\ndata:\n\n"));
    const outcome = await mcp.prepare(`${faults.url}/mcp`, "echo").send({ ...mcpOptions, timeoutMs: 700 });
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
  const outcome = await mcp.prepare(`${faults.url}/mcp`, "echo").send({ ...mcpOptions, timeoutMs: 300 });
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
  expect(await mcp.call(`${faults.url}/mcp`, "echo")).toMatchObject({
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
  const { tools, isCut } = await mcp.list(`${faults.url}/mcp`);
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
  const { tools, isCut } = await mcp.list(`${faults.url}/mcp`);
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
  const { tools, isCut } = await mcp.list(`${faults.url}/mcp`);
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

  /**
   * @param resume how the server behaves when it is asked for the rest of the stream
   * @param waits how often it first ends the stream without a word
   */
  async function send(behave: Behavior, resume: Behavior = respondWith(405, {}, ""), waits = 0) {
    let id: unknown;
    let calls = 0;
    let waitsLeft = waits;
    faults.on("/mcp", (received, response) => {
      if (received.method === "GET") {
        const rest = `data: ${JSON.stringify({ jsonrpc: "2.0", id, result })}\n\n`;
        expect(received.headers["last-event-id"]).toBe("1");
        const isReady = --waitsLeft < 0;
        const restOrWait = respondWith(200, stream, isReady ? rest : ": wait\n\n");
        (resume === resumeStream ? restOrWait : resume)(received, response);
      } else {
        calls++;
        id = JSON.parse(received.body.toString()).id;
        behave(received, response);
      }
    });
    const outcome = await mcp.call(`${faults.url}/mcp`, "echo");
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

  test("is read on where the resumed stream ends before a further event", async () => {
    const { outcome, calls } = await send(respondWith(200, stream, begun), resumeStream, 2);
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

  test.each([
    ["application/json", ""],
    ["text/event-stream", "data: "],
  ])("is the server's refusal, where an error names no request: %s", async (type, before) => {
    const error = { code: -32_600, message: "The quota is used up." };
    const text = `${before}${JSON.stringify({ jsonrpc: "2.0", id: null, error })}\n\n`;
    expect(await send(respondWith(200, { "content-type": type }, text))).toMatchObject({
      outcome: { kind: "downstreamRefused", message: `The MCP server refused the call: ${error.message}` },
      calls: 1,
    });
    await expect(mcp.list(`${faults.url}/mcp`)).rejects.toThrow(error.message);
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

  test.each([undefined, { capabilities: {}, responses: null, state: null }])(
    "that asks for what the client cannot do is not called again: %j",
    async (dialog) => {
      let calls = 0;
      faults.on("/mcp", (received, response) => {
        calls++;
        const { id } = JSON.parse(received.body.toString());
        const data = { requiredCapabilities: { elicitation: {} } };
        const error = { code: -32_021, message: "No form.", data };
        respondWithJson(400, { jsonrpc: "2.0", id, error })(received, response);
      });
      const prepared = mcp.prepare(`${faults.url}/mcp`, "ask", {}, { era: "modern" });
      const outcome = await prepared.send({ ...mcpOptions, ...(dialog && { dialog }) });
      expect(outcome).toMatchObject({ isSuccess: false, kind: "toolError" });
      expect(calls).toBe(1);
    },
  );

  /** How a server responds that speaks both eras and has run the tool, and the methods that it got. */
  async function callRun(respond: (id: unknown) => Behavior, options: { era: McpEra; mayRepeat: boolean }) {
    const methods: string[] = [];
    faults.on("/mcp", (received, response) => {
      const { id, method } = JSON.parse(received.body.toString() || "{}");
      methods.push(method);
      const own = { capabilities: { tools: {} }, serverInfo: { name: "a", version: "1" } };
      const results: Record<string, object> = {
        "server/discover": { ...own, resultType: "complete", supportedVersions: ["2026-07-28"], ttlMs: 0 },
        initialize: { ...own, protocolVersion: "2025-11-25" },
      };
      const found = results[method];
      const behave =
        found === undefined ? respond(id) : respondWithJson(200, { jsonrpc: "2.0", id, result: found });
      (method.startsWith("notifications/") ? respondWith(202, {}, "") : behave)(received, response);
    });
    const prepared = mcp.prepare(`${faults.url}/mcp`, "echo", {}, { era: options.era });
    const outcome = await prepared.send({ ...mcpOptions, mayRepeat: options.mayRepeat });
    return { outcome, calls: methods.filter((method) => method === "tools/call").length };
  }

  const failWith = (status: number, code: number) => (id: unknown) =>
    respondWithJson(status, { jsonrpc: "2.0", id, error: { code, message: "No such note." } });

  describe.each(["modern", "legacy"] as const)("of a %s server that still speaks like this", (era) => {
    test.each([
      ["400 with an error of its own", failWith(400, -32_050)],
      ["404 with an error of its own", failWith(404, -32_001)],
      ["404 without an error", () => respondWithJson(404, { message: "No such note." })],
      ["400 with an error about headers", failWith(400, -32_020)],
      ["200 with an error about headers", failWith(200, -32_020)],
      ["405", () => respondWithJson(405, { message: "No such note." })],
    ])("is not called again: %s", async (_, respond) => {
      const { outcome, calls } = await callRun(respond, { era, mayRepeat: false });
      expect(outcome).toMatchObject({ isSuccess: false, message: expect.stringContaining("No such note.") });
      expect(calls).toBe(1);
    });

    test("is called again where that does no harm", async () => {
      const { calls } = await callRun(failWith(400, -32_050), { era, mayRepeat: true });
      expect(calls).toBe(2);
    });
  });

  test("of the request before the call says nothing of the tool", async () => {
    faults.on("/mcp", respondWith(200, stream, ": nothing\n\n"));
    const outcome = await mcp.call(`${faults.url}/mcp`, "echo", {}, { era: "legacy" });
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
    const prepared = mcp.prepare(`${faults.url}/mcp`, "echo", {}, { era });
    return { outcome: await prepared.send({ ...mcpOptions, mayRepeat }), methods };
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

describe("a server that asks its client for something while a tool runs", () => {
  /** @param onReply how the server behaves when it gets the client's reply; the tool's result follows in its stream */
  async function send(onReply: Behavior, { notifications = 0, pings = 1 } = {}) {
    const own = { capabilities: { tools: {} }, serverInfo: { name: "a", version: "1" } };
    const write = (message: object) => `data: ${JSON.stringify({ jsonrpc: "2.0", ...message })}\n\n`;
    let calls = 0;
    let finish = () => {};
    faults.on("/mcp", (received, response) => {
      const { id, method } = JSON.parse(received.body.toString() || "{}");
      if (method === "initialize") {
        const result = { ...own, protocolVersion: "2025-11-25" };
        respondWithJson(200, { jsonrpc: "2.0", id, result })(received, response);
      } else if (method === "tools/call") {
        calls++;
        response.writeHead(200, stream);
        response.write(write({ id: "asked", method: "ping" }).repeat(pings));
        finish = () => {
          const note = write({ method: "notifications/tools/list_changed" });
          const result = { content: [{ type: "text", text: "done" }] };
          response.end(note.repeat(notifications) + write({ id, result }));
        };
      } else if (method === undefined && id === "asked") {
        onReply(received, response);
        setTimeout(() => finish(), 50);
      } else {
        respondWith(202, {}, "")(received, response);
      }
    });
    const prepared = mcp.prepare(`${faults.url}/mcp`, "echo", {}, { era: "legacy" });
    return { outcome: await prepared.send(mcpOptions), calls };
  }

  test.each([
    ["resets the connection", reset],
    ["returns 401", respondWith(401, {}, "")],
    ["returns a page", respondWith(200, { "content-type": "text/html" }, "<p>hello</p>")],
    ["hangs", hang],
  ])("and then %s at the reply still gives the tool's result", async (_, onReply) => {
    const { outcome, calls } = await send(onReply);
    expect(outcome).toMatchObject({
      isSuccess: true,
      output: "done",
      executionInfo: { statusCode: 200, headers: { "content-type": "text/event-stream" } },
    });
    expect(calls).toBe(1);
  });

  test("and then says much still gives the tool's result", async () => {
    const { outcome } = await send(respondWith(202, {}, ""), { notifications: 1200 });
    expect(outcome).toMatchObject({ isSuccess: true, output: "done" });
  });

  test("a few times is replied to, and one that asks without end fails its own call", async () => {
    const { outcome } = await send(respondWith(202, {}, ""), { pings: 20 });
    expect(outcome).toMatchObject({ isSuccess: true, output: "done" });
    const { outcome: endless } = await send(respondWith(202, {}, ""), { pings: 300 });
    expect(endless).toMatchObject({
      kind: "invalidOutput",
      message:
        "The MCP server sent more than 200 requests of its own during the call. The tool may have run.",
    });
  });
});
