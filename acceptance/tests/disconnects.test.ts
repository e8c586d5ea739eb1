import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { type AddressInfo, connect as openSocket, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Actor, hireActor, theAdmin, uniqueName } from "../support/actors.ts";
import { succeed } from "../support/caller.ts";
import { deployment } from "../support/deployment.ts";
import { proves } from "../support/proves.ts";
import type { Execution, ListOf } from "../support/records.ts";

let server: Server;
let slug: string;
let caller: Actor;
/** What became of the calls at the application, oldest first. */
let ends: ("done" | "canceled")[];
/** Lets the calls that wait go on. */
let release: () => void;
let released: Promise<void>;
let arrivals: number;

const responses = { 200: { description: "OK", content: { "application/json": { schema: {} } } } };

beforeAll(async () => {
  server = createServer(async (_request, response) => {
    response.on("close", () => ends.push(response.writableEnded ? "done" : "canceled"));
    arrivals++;
    await released;
    response.writeHead(200, { "content-type": "application/json" }).end('{"ok":true}');
  });
  server.listen(0, deployment().isOutside ? "0.0.0.0" : "127.0.0.1");
  await once(server, "listening");
  const origin = `http://${deployment().downstreamHost}:${(server.address() as AddressInfo).port}`;
  slug = uniqueName("slow");
  const document = {
    openapi: "3.1.0",
    info: { title: "Slow", version: "1" },
    servers: [{ url: origin }],
    paths: {
      "/slow": {
        get: { operationId: "read_slowly", responses },
        post: { operationId: "write_slowly", responses },
      },
    },
  };
  await succeed(theAdmin().post("/v1/applications", { source: "openapi", slug, document }));
  caller = await hireActor();
});

beforeEach(() => {
  ends = [];
  arrivals = 0;
  released = new Promise((resolve) => {
    release = resolve;
  });
});

afterAll(() => {
  release?.();
  server?.closeAllConnections();
  server?.close();
});

/** Sends an execution, and disconnects when the application has the call. */
async function abandon(operation: string, headers: Record<string, string> = {}): Promise<void> {
  const controller = new AbortController();
  const request = fetch(`${deployment().baseUrl}/v1/tools/${slug}_${operation}/execute`, {
    method: "POST",
    headers: { "x-api-key": caller.apiKey, "content-type": "application/json", ...headers },
    body: "{}",
    signal: controller.signal,
  }).catch(() => null);
  await expect.poll(() => arrivals).toBe(1);
  controller.abort();
  await request;
}

const readRecords = async (operation: string): Promise<Execution[]> =>
  (await succeed<ListOf<Execution>>(caller.get("/v1/executions", { toolSlug: `${slug}_${operation}` })))
    .items;

test("cancels a call that only reads", proves("disconnect.reading"), async () => {
  await abandon("read_slowly");
  await expect.poll(() => ends).toEqual(["canceled"]);
  await expect.poll(() => readRecords("read_slowly")).toHaveLength(1);
  const [record] = await readRecords("read_slowly");
  expect(record).toMatchObject({ isSuccess: false, failureKind: "downstreamUnavailable" });
  expect(JSON.stringify(record)).toContain("canceled");
});

test("lets a call that may write run to its end", proves("disconnect.writing"), async () => {
  await abandon("write_slowly");
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(ends).toEqual([]);
  release();
  await expect.poll(() => ends).toEqual(["done"]);
  await expect.poll(() => readRecords("write_slowly")).toHaveLength(1);
  expect(await readRecords("write_slowly")).toMatchObject([{ isSuccess: true, failureKind: null }]);
});

test("keeps the response for an idempotency key", proves("disconnect.writing"), async () => {
  const headers = { "idempotency-key": uniqueName("key") };
  await abandon("read_slowly", headers);
  release();
  await expect.poll(() => ends).toEqual(["done"]);
  const path = `/v1/tools/${slug}_read_slowly/execute`;
  const repeat = () => caller.post(path, {}, { headers });
  await expect.poll(async () => (await repeat()).status).toBe(200);
  expect((await repeat()).body).toMatchObject({ isSuccess: true, output: { ok: true } });
  expect(arrivals).toBe(1);
});

/** Sends these requests on one connection before any of them has a response. */
async function sendAhead(...requests: string[]): Promise<Socket> {
  const { hostname, port } = new URL(deployment().baseUrl);
  const socket = openSocket(Number(port), hostname);
  await once(socket, "connect");
  socket.write(requests.join(""));
  return socket;
}

const writeRequest = (line: string, ...more: string[]): string =>
  [`${line} HTTP/1.1`, "host: localhost", `x-api-key: ${caller.apiKey}`, ...more, "", ""].join("\r\n");
const writeExecution = (operation: string): string =>
  `${writeRequest(`POST /v1/tools/${slug}_${operation}/execute`, "content-type: application/json", "content-length: 2")}{}`;

test("requests sent ahead are served one after the other", proves("sent-ahead.in-turn"), async () => {
  const last = writeRequest("GET /v1/auth/whoami", "connection: close");
  const socket = await sendAhead(writeExecution("write_slowly"), writeExecution("read_slowly"), last);
  await expect.poll(() => arrivals).toBe(1);
  for (let round = 0; round < 5; round++) {
    await succeed(caller.get("/v1/auth/whoami"));
  }
  expect(arrivals).toBe(1);
  release();
  const responses = await text(socket);
  expect(responses.match(/HTTP\/1\.1 \d+|"ok":true|"fullName"/g)).toEqual([
    "HTTP/1.1 200",
    '"ok":true',
    "HTTP/1.1 200",
    '"ok":true',
    "HTTP/1.1 200",
    '"fullName"',
  ]);
  expect(arrivals).toBe(2);
});

test(
  "requests sent ahead are not run once the client has gone",
  proves("sent-ahead.disconnect"),
  async () => {
    const before = (await readRecords("write_slowly")).length;
    const socket = await sendAhead(writeExecution("write_slowly"), writeExecution("write_slowly"));
    await expect.poll(() => arrivals).toBe(1);
    socket.destroy();
    release();
    await expect.poll(() => readRecords("write_slowly")).toHaveLength(before + 1);
    for (let round = 0; round < 5; round++) {
      await succeed(caller.get("/v1/auth/whoami"));
    }
    expect(arrivals).toBe(1);
  },
);
