import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { UnreadResponses } from "./unread-responses.ts";

const large = "x".repeat(32 * 2 ** 20);
let unread: UnreadResponses;
const server = createServer((_request, response) => {
  response.end(large);
  unread.watch(response, 1);
});
beforeAll(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
});
afterAll(() => void server.close().closeAllConnections());

/** Asks for a large response and reads nothing. Resolves when the server has begun it. */
async function ask(): Promise<Socket> {
  const served = once(server, "request");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1").pause();
  socket.on("error", () => {});
  socket.write("GET / HTTP/1.1\r\nhost: localhost\r\n\r\n");
  await served;
  return socket;
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
  unread = new UnreadResponses(large.length * 2, 20);
  await ask();
  await expect.poll(countConnections).toBe(0);
  const reader = (await ask()).resume();
  let size = 0;
  reader.on("data", (chunk) => {
    size += chunk.length;
  });
  await expect.poll(() => size).toBeGreaterThan(large.length);
  reader.destroy();
});
