import { once } from "node:events";
import { createServer, type RequestListener, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { UnreadResponses } from "./unread-responses.ts";

const large = "x".repeat(32 * 2 ** 20);
const stalledMs = 1000;
let unread: UnreadResponses;
let serve: RequestListener;
const server = createServer((request, response) => serve(request, response));
beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
});
beforeEach(() => {
  serve = (_request, response) => {
    response.end(large);
    unread.watch(response, 1);
  };
});
afterAll(() => void server.close().closeAllConnections());

/** Asks for a large response and reads nothing. Resolves when the server has begun it. */
async function ask(path = "/"): Promise<Socket> {
  const served = once(server, "request");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").pause();
  socket.on("error", () => {});
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
  await served;
  return socket;
}

/** Serves streams that the test fills. */
function serveStreams(): ServerResponse[] {
  const responses: ServerResponse[] = [];
  serve = (_request, response) => {
    unread.follow(response, 1);
    response.write("begun");
    responses.push(response);
  };
  return responses;
}

const countConnections = () =>
  new Promise<number>((resolve) => server.getConnections((_error, count) => resolve(count)));

test("the oldest connections are closed when too much waits to be read", async () => {
  unread = new UnreadResponses(large.length * 1.5);
  const sockets = [await ask(), await ask(), await ask()];
  await expect.poll(countConnections).toBe(1);
  for (const socket of sockets) {
    socket.destroy();
  }
  await expect.poll(countConnections).toBe(0);
});

test("a connection is closed whose client reads nothing, and not one that reads", async () => {
  unread = new UnreadResponses(large.length * 2, stalledMs);
  await ask();
  await expect.poll(countConnections, { timeout: 10_000 }).toBe(0);
  const reader = (await ask()).resume();
  let size = 0;
  reader.on("data", (chunk) => {
    size += chunk.length;
  });
  await expect.poll(() => size).toBeGreaterThan(large.length);
  reader.destroy();
  await expect.poll(countConnections).toBe(0);
});

test("without a company the connections of the address are closed that most waits for", async () => {
  unread = new UnreadResponses(large.length * 2.5);
  serve = (request, response) => {
    unread.follow(response, String(request.url));
    response.end(large);
  };
  const first = await ask("/one");
  const others = [await ask("/other"), await ask("/other"), await ask("/other")];
  await expect.poll(countConnections).toBe(2);
  const isOpen = new Promise((resolve) => first.once("data", () => resolve(true)).resume());
  expect(await isOpen).toBe(true);
  for (const socket of [first, ...others]) {
    socket.destroy();
  }
  await expect.poll(countConnections).toBe(0);
});

test("a stream that is quiet stays open, and one is closed whose client stops reading", async () => {
  unread = new UnreadResponses(large.length * 2, stalledMs);
  const responses = serveStreams();
  const socket = (await ask()).resume();
  responses[0]?.write(large);
  await expect.poll(() => responses[0]?.writableLength).toBe(0);
  await delay(stalledMs * 2);
  expect(await countConnections()).toBe(1);
  socket.pause();
  responses[0]?.write(large);
  await expect.poll(countConnections, { timeout: 10_000 }).toBe(0);
});

test("what waits in the stream that a response is made of counts, too", async () => {
  unread = new UnreadResponses(large.length * 1.5);
  const source = () =>
    new ReadableStream({
      start(controller) {
        for (let part = 0; part < 3; part++) {
          controller.enqueue(Buffer.from(large));
        }
        controller.close();
      },
    });
  serve = (_request, response) => {
    const counted = unread.follow(response, 1).countQueue(source());
    Readable.fromWeb(counted as never)
      .on("error", () => {})
      .pipe(response);
  };
  await ask();
  await expect.poll(countConnections).toBe(0);
  unread = new UnreadResponses(large.length * 4);
  let size = 0;
  const reader = (await ask()).resume();
  reader.on("data", (chunk) => {
    size += chunk.length;
  });
  await expect.poll(() => size, { timeout: 10_000 }).toBeGreaterThan(large.length * 3);
  reader.destroy();
});
