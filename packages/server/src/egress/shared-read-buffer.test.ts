import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import {
  type AddressInfo,
  connect as connectTcp,
  createServer as createTcpServer,
  type OnReadOpts,
  type Socket,
} from "node:net";
import { connect as connectTls, createServer as createTlsServer } from "node:tls";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Egress, openEgress } from "./egress.ts";
import { openSharedReadBuffer } from "./shared-read-buffer.ts";

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

// Node's documentation does not promise it, and the callback is the same for all connections.
test.each(["TCP", "TLS"])(
  "Node calls the callback of a %s connection with it as `this`",
  async (protocol) => {
    const psk = { ciphers: "PSK", maxVersion: "TLSv1.2" } as const;
    const key = randomBytes(16);
    const greet = (socket: Socket) => void socket.end("hello");
    const peer =
      protocol === "TCP"
        ? createTcpServer(greet)
        : createTlsServer({ ...psk, pskCallback: () => key }, greet);
    await once(peer.listen(0, "127.0.0.1"), "listening");
    const { port } = peer.address() as AddressInfo;
    const callers: unknown[] = [];
    const { buffer, callback } = openSharedReadBuffer();
    const onread: OnReadOpts = {
      buffer,
      callback(this: unknown, ...read) {
        callers.push(this);
        return Reflect.apply(callback, this, read);
      },
    };
    const target = { port, host: "127.0.0.1", onread };
    const asClient = {
      ...target,
      ...psk,
      pskCallback: () => ({ psk: key, identity: "client" }),
      checkServerIdentity: () => undefined,
    };
    const socket = protocol === "TCP" ? connectTcp(target) : connectTls(asClient);
    const received = await socket.setEncoding("utf8").toArray();
    expect(received.join("")).toBe("hello");
    expect(new Set(callers)).toEqual(new Set([socket]));
    peer.close();
  },
);
