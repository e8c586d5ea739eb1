import { afterAll, beforeAll, expect, test } from "vitest";
import {
  type FaultServer,
  hang,
  openFaultServer,
  redirect,
  respondWith,
} from "../../testing/fault-server.ts";
import { type Egress, openEgress } from "./egress.ts";
import type { EgressRequest } from "./egress-outcome.ts";
import { EgressError } from "./stream-exchange.ts";

let server: FaultServer;
let egress: Egress;

beforeAll(async () => {
  server = await openFaultServer();
  egress = openEgress({ allowedPrivateNetworks: ["127.0.0.0/8"], connectionsPerOrigin: 2 });
});

afterAll(async () => {
  await egress.close();
  await server.close();
});

function request(path: string, changes: Partial<EgressRequest> = {}): EgressRequest {
  const url = server.url + path;
  return { method: "GET", url, headers: {}, body: null, timeoutMs: 60_000, maxBytes: 100_000, ...changes };
}

async function begin(path: string, changes: Partial<EgressRequest> = {}) {
  const begun = await egress.stream(request(path, changes));
  if (!begun.ok) {
    throw new Error(begun.message);
  }
  return begun;
}

const readAll = (body: ReadableStream<Uint8Array>): Promise<string> => new Response(body).text();

async function findFailure(body: ReadableStream<Uint8Array>): Promise<unknown> {
  const error = await readAll(body).catch((thrown: unknown) => thrown);
  return error instanceof EgressError ? error.failure : error;
}

test("a response is returned when it begins, and its body is streamed", async () => {
  let goOn: () => void = () => undefined;
  server.on("/slow", (_received, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.write("one ");
    goOn = () => response.end("two");
  });
  const { status, headers, body } = await begin("/slow");
  expect([status, headers["content-type"]]).toEqual([200, "text/event-stream"]);
  goOn();
  expect(await readAll(body)).toBe("one two");
  expect(server.received.at(-1)?.headers["accept-encoding"]).toBe("identity");
});

test("a slow reader slows the sender down and loses nothing", async () => {
  server.on("/much", respondWith(200, {}, Buffer.alloc(8_000_000, "abcd")));
  const { body } = await begin("/much", { maxBytes: 8_000_000 });
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size < 1_000_000) {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }
  expect(size).toBe(8_000_000);
});

test("a redirect is followed", async () => {
  server.on("/from", redirect(302, "/to"));
  server.on("/to", respondWith(200, {}, "there"));
  const begun = await begin("/from");
  expect([await readAll(begun.body), begun.url]).toEqual(["there", `${server.url}/to`]);
});

test("a body that exceeds its size or time or is cut off fails with the reason", async () => {
  server.on("/endless", (_received, response) => {
    const write = () => response.write("x".repeat(10_000), (error) => error ?? setImmediate(write));
    write();
  });
  expect(await findFailure((await begin("/endless")).body)).toMatchObject({ kind: "outputTooLarge" });
  server.on("/stops", (_received, response) => void response.write("a"));
  expect(await findFailure((await begin("/stops", { timeoutMs: 1000 })).body)).toMatchObject({
    kind: "timeout",
  });
  server.on("/cut", (_received, response) => {
    response.write("a");
    setTimeout(() => response.destroy(), 20);
  });
  expect(await findFailure((await begin("/cut")).body)).toMatchObject({
    kind: "downstreamUnavailable",
    sent: true,
  });
});

test("a response that never begins and a refused address are failures", async () => {
  server.on("/hang", hang);
  expect(await egress.stream(request("/hang", { timeoutMs: 100 }))).toMatchObject({
    ok: false,
    kind: "timeout",
  });
  const closed = openEgress({ allowedPrivateNetworks: [] });
  expect(await closed.stream(request("/"))).toMatchObject({ ok: false, kind: "addressRefused" });
  await closed.close();
});

test("canceling releases the connection", async () => {
  server.on("/open", (_received, response) => void response.write("a"));
  for (let count = 0; count < 6; count++) {
    const { body } = await begin("/open");
    await body.cancel();
  }
  const controller = new AbortController();
  const { body } = await begin("/open", { signal: controller.signal });
  controller.abort();
  expect(await findFailure(body)).toMatchObject({ kind: "downstreamUnavailable" });
  server.on("/next", respondWith(200, {}, "next"));
  expect(await readAll((await begin("/next")).body)).toBe("next");
});
