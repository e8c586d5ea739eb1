import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readLines, runMcpBridge } from "./mcp-bridge.ts";

const request = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a\u2028b"}}';
const response =
  '{"jsonrpc":"2.0","id":1,\n"result":{"content":[],"structuredContent":{"id":9007199254740993,"text":"a\u2028b"}}}';

const refusal = { code: -32000, message: "The API key is invalid." };
const batchResponse = [1, 2].map((id) => ({ jsonrpc: "2.0", id, result: { tools: [] } }));
const others: Record<string, { status: number; type: string; body: string }> = {
  "/refused": {
    status: 401,
    type: "application/json",
    body: JSON.stringify({ jsonrpc: "2.0", id: null, error: refusal }),
  },
  "/batch": { status: 200, type: "application/json", body: JSON.stringify(batchResponse) },
  "/page": { status: 200, type: "text/html", body: "<html>" },
  "/broken": { status: 200, type: "text/event-stream", body: `: ping\n\ndata: ${response.slice(0, 20)}` },
};

let server: Server;
let url: string;
let received: string[] = [];
/** What a request that is canceled does. */
let cancellation: {
  request?: ServerResponse;
  begun: PromiseWithResolvers<void>;
  ended: PromiseWithResolvers<void>;
};

beforeAll(async () => {
  server = createServer(async (incoming, outgoing) => {
    received.push(Buffer.concat(await incoming.toArray()).toString());
    const other = others[incoming.url ?? ""];
    if (other !== undefined) {
      outgoing.writeHead(other.status, { "content-type": other.type }).end(other.body);
      return;
    }
    if (incoming.url === "/canceled") {
      cancellation.request ??= outgoing.once("close", () => cancellation.ended.resolve());
      outgoing.writeHead(200, { "content-type": "text/event-stream" }).write(": ping\n\n");
      cancellation.begun.resolve();
      // As a Bowline ends the stream of a call that a notification has canceled.
      if (received.at(-1)?.includes("notifications/cancelled") === true) {
        cancellation.request.end();
        outgoing.end();
      }
      return;
    }
    if (incoming.url === "/cut") {
      outgoing.writeHead(200, { "content-type": "text/event-stream" });
      outgoing.write(": ping\n\n", () => outgoing.destroy());
      return;
    }
    const isStream = incoming.url === "/stream";
    outgoing.setHeader("content-type", isStream ? "text/event-stream" : "application/json");
    const data = response.split("\n").map((line) => `data: ${line}\r\n`);
    outgoing.end(isStream ? `event: message\r\n${data.join("")}\r\n` : response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => server.close());

it.each(["/json", "/stream"])("passes messages on unchanged, each as one line, from %s", async (path) => {
  const written: string[] = [];
  received = [];
  const bytes = Buffer.from(`\uFEFF${request}\r\n\n${request}`);
  const chunks = Array.from(bytes, (byte) => Buffer.of(byte));
  await runMcpBridge({
    url: url + path,
    authorize: () => ({}),
    lines: readLines(
      (async function* () {
        yield* chunks;
      })(),
    ),
    write: (line) => written.push(line),
  });
  expect(received.map((one) => one.trim())).toEqual([request, request]);
  expect(written).toEqual([response.replace("\n", " "), response.replace("\n", " ")]);
});

const send = async (path: string, headers: Record<string, string> = {}): Promise<string[]> => {
  const written: string[] = [];
  const notification = '{"jsonrpc":"2.0","method":"notifications/initialized"}';
  await runMcpBridge({
    url: url + path,
    authorize: () => headers,
    lines: (async function* () {
      yield* [request, notification];
    })(),
    write: (line) => written.push(line),
  });
  return written;
};

it("gives a refusal that names no request the id of its request", async () => {
  expect((await send("/refused")).map((line) => JSON.parse(line))).toContainEqual({
    jsonrpc: "2.0",
    id: 1,
    error: refusal,
  });
});

it.each(["/page", "/broken"])(
  "responds to a request and to nothing else when %s has no response",
  async (path) => {
    const written = await send(path);
    expect(written).toHaveLength(1);
    expect(JSON.parse(written[0] ?? "")).toMatchObject({
      id: 1,
      error: { message: `${url}${path} did not return an MCP response (200). Check the address.` },
    });
  },
);

it.each([
  ["/batch", batchResponse],
  ["/refused", [1, 2].map((id) => ({ jsonrpc: "2.0", id, error: refusal }))],
])("each request of a batch gets a response from %s", async (path, expected) => {
  const written: string[] = [];
  const list = (id: number) => ({ jsonrpc: "2.0", id, method: "tools/list" });
  await runMcpBridge({
    url: url + path,
    authorize: () => ({}),
    lines: (async function* () {
      yield JSON.stringify([list(1), { jsonrpc: "2.0", method: "notifications/initialized" }, list(2)]);
    })(),
    write: (line) => written.push(line),
  });
  expect(written.flatMap((line) => JSON.parse(line))).toEqual(expected);
});

it("says that a response broke off", async () => {
  const [line = ""] = await send("/cut");
  expect(JSON.parse(line)).toMatchObject({
    id: 1,
    error: { message: `The response of ${url}/cut broke off. The call may have run.` },
  });
});

it.each([
  ["2025-11-25", {}, 2],
  // Over HTTP the end of a request cancels it.
  ["2026-07-28", { _meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28" } }, 1],
])("cancels a request of revision %s, which then gets no response", async (_revision, params, posts) => {
  received = [];
  cancellation = { begun: Promise.withResolvers(), ended: Promise.withResolvers() };
  const written: string[] = [];
  await runMcpBridge({
    url: `${url}/canceled`,
    authorize: () => ({}),
    lines: (async function* () {
      yield JSON.stringify({ jsonrpc: "2.0", id: 7, method: "tools/call", params });
      await cancellation.begun.promise;
      yield '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}';
      await cancellation.ended.promise;
    })(),
    write: (line) => written.push(line),
  });
  expect(written).toEqual([]);
  expect(received).toHaveLength(posts);
});

it("sends no key with a line break in it, and does not repeat it", async () => {
  const [line = ""] = await send("/json", { "x-api-key": "bwl_canary\nx" });
  expect(JSON.parse(line)).toMatchObject({
    id: 1,
    error: { message: expect.stringContaining("such as a line break") },
  });
  expect(line).not.toContain("canary");
  expect(await send("/json", { "x-api-key": "bwl_canary\n" })).toContain(response.replace("\n", " "));
});

it("reads a large event that comes in many small pieces", async () => {
  const text = "x".repeat(24_000_000);
  const event = Buffer.from(`data: {"jsonrpc":"2.0","id":1,"result":{"text":"${text}"}}\n\n`);
  async function* cut() {
    for (let from = 0; from < event.length; from += 500) {
      yield event.subarray(from, from + 500);
    }
  }
  const written: string[] = [];
  await runMcpBridge({
    url,
    authorize: () => ({}),
    lines: readLines(Readable.from([Buffer.from(request)])),
    write: (line) => void written.push(line),
    fetch: async () =>
      new Response(ReadableStream.from(cut()), { headers: { "content-type": "text/event-stream" } }),
  });
  expect(written.map((line) => line.length)).toEqual([event.length - "data: \n\n".length]);
});

it.each([
  ["get_thing", "get_thing"],
  ["a b", "a b"],
  ["ツール", "=?base64?44OE44O844Or?="],
  ["a\nb", "=?base64?YQpi?="],
  [" get_thing ", "=?base64?IGdldF90aGluZyA=?="],
  ["=?base64?YQ==?=", "=?base64?PT9iYXNlNjQ/WVE9PT89?="],
  ["", "=?base64??="],
])(
  "names the tool of a message of the newest revision in a header, whatever it is called: %j",
  async (name, value) => {
    const meta = { "io.modelcontextprotocol/protocolVersion": "2026-07-28" };
    const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, _meta: meta } };
    const sent: Headers[] = [];
    const written: string[] = [];
    await runMcpBridge({
      url,
      authorize: () => ({}),
      lines: readLines(Readable.from([Buffer.from(JSON.stringify(message))])),
      write: (line) => written.push(line),
      fetch: async (_, { headers } = {}) => {
        sent.push(new Headers(headers));
        return Response.json({ jsonrpc: "2.0", id: 1, result: {} });
      },
    });
    expect(sent.map((headers) => headers.get("mcp-name"))).toEqual([value]);
    expect(written).toHaveLength(1);
  },
);
