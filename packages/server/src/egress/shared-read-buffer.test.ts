import { randomBytes } from "node:crypto";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Egress, openEgress } from "./egress.ts";

let server: Server;
let egress: Egress;
let origin: string;

/** Small ones share memory, and the last ones need several reads. */
const bodies = [0, 1, 100, 4095, 4096, 8192, 65_535, 65_536, 65_537, 300_000].map((size) =>
  randomBytes(size),
);

const serveBody: RequestListener = (request, response) => {
  const body = bodies[Number(request.url?.slice(1))] ?? Buffer.alloc(0);
  const half = body.length >> 1;
  response.write(body.subarray(0, half));
  setImmediate(() => response.end(body.subarray(half)));
};

beforeAll(async () => {
  server = createServer(serveBody);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  egress = openEgress({ allowedPrivateNetworks: ["127.0.0.0/8"] });
});

afterAll(async () => {
  await egress.close();
  server.close();
});

test("responses that arrive at the same time are kept apart, whatever is read later", async () => {
  const numbers = Array.from({ length: 300 }, (_, number) => number % bodies.length);
  const received = await Promise.all(numbers.map(receive));
  for (const [index, body] of received.entries()) {
    expect(body.equals(bodies[numbers[index] ?? 0] ?? Buffer.alloc(0)), `response ${index}`).toBe(true);
  }
});

async function receive(number: number): Promise<Buffer> {
  const outcome = await egress.send({
    method: "GET",
    url: `${origin}/${number}`,
    headers: {},
    body: null,
    timeoutMs: 60_000,
    maxBytes: 1_000_000,
  });
  if (!outcome.ok) {
    throw new Error(outcome.message);
  }
  return outcome.body;
}
