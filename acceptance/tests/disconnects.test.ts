import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
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
