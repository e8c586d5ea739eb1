import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { serveInTurn } from "./serve-in-turn.ts";

/** The requests that were begun, oldest first, by their path. */
let begun: string[];
let running: { request: IncomingMessage; response: ServerResponse }[];
let socket: Socket;
let stop: () => void;

async function open(listen: RequestListener): Promise<void> {
  const server = createServer(
    serveInTurn((request, response) => {
      begun.push(request.url ?? "");
      listen(request, response);
    }),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.on("error", () => {});
  await once(socket, "connect");
  stop = () => {
    socket.destroy();
    server.close();
    server.closeAllConnections();
  };
}

const keep: RequestListener = (request, response) => void running.push({ request, response });
const echo: RequestListener = async (request, response) => void response.end(await text(request));

const write = (...paths: string[]): string =>
  paths.map((path) => `GET ${path} HTTP/1.1\r\nhost: a\r\n\r\n`).join("");
const last = "GET /last HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n";

beforeEach(() => {
  begun = [];
  running = [];
});
afterEach(() => stop());

test("the next request of a connection begins when the response before it was sent", async () => {
  await open(keep);
  socket.write(write("/1", "/2", "/3"));
  await expect.poll(() => begun).toEqual(["/1"]);
  socket.write(write("/4"));
  for (const expected of [
    ["/1", "/2"],
    ["/1", "/2", "/3"],
    ["/1", "/2", "/3", "/4"],
  ]) {
    running.at(-1)?.response.end("done");
    await expect.poll(() => begun).toEqual(expected);
  }
});

test("no more is read while a request with a body waits, and all are served in the end", async () => {
  await open((request, response) => (request.url === "/first" ? keep : echo)(request, response));
  const body = "x".repeat(60_000);
  const sent = Array.from({ length: 200 }, (_, index) => (index % 100 === 99 ? `${index}` : body));
  const posts = sent.map(
    (each, index) => `POST /${index} HTTP/1.1\r\nhost: a\r\ncontent-length: ${each.length}\r\n\r\n${each}`,
  );
  socket.write(write("/first"));
  await expect.poll(() => running.length).toBe(1);
  const received = text(socket);
  socket.write(posts.join("") + last);
  const { request, response } = running[0] ?? {};
  for (let turns = 0; turns < 500; turns++) {
    await fetch(`http://127.0.0.1:${socket.remotePort}/other`);
  }
  expect(request?.socket.bytesRead).toBeLessThan(1_000_000);

  response?.end("first");
  const responses = await received;
  expect(responses.split("HTTP/1.1 200 OK")).toHaveLength(203);
  expect(responses.split(body)).toHaveLength(199);
});

test("requests that are served at once begin in a turn of the event loop each", async () => {
  const turns: number[] = [];
  let turn = 0;
  await open((_request, response) => {
    turns.push(turn);
    response.end();
  });
  const count = () => {
    turn++;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  const paths = Array.from({ length: 900 }, (_, index) => `/${index}`);
  socket.write(write(...paths) + last);
  await text(socket);
  clearImmediate(counting);
  expect(begun).toEqual([...paths, "/last"]);
  expect(new Set(turns).size).toBe(901);
});

test("responses come in order, with bodies and 100 Continue", async () => {
  await open(echo);
  const post = (body: string, headers = "") =>
    `POST / HTTP/1.1\r\nhost: a\r\ncontent-length: ${body.length}\r\n${headers}\r\n${body}`;
  socket.write(post("one") + post("two") + post("three", "expect: 100-continue\r\n") + last);
  const received = await text(socket);
  expect(received.match(/one|two|three|HTTP\/1\.1 \d+/g)).toEqual([
    "HTTP/1.1 200",
    "one",
    "HTTP/1.1 200",
    "two",
    "HTTP/1.1 100",
    "HTTP/1.1 200",
    "three",
    "HTTP/1.1 200",
  ]);
});

test("a request that waits for its body gets it in its turn", async () => {
  await open(echo);
  socket.write(
    `${write("/1")}POST /2 HTTP/1.1\r\nhost: a\r\ncontent-length: 4\r\nconnection: close\r\n\r\nbo`,
  );
  await expect.poll(() => begun).toEqual(["/1", "/2"]);
  socket.write("dy");
  expect(await text(socket)).toContain("body");
});

test("requests of a connection that was closed before their turn are not served", async () => {
  await open(keep);
  socket.write(write("/1", "/2"));
  await expect.poll(() => begun).toEqual(["/1"]);
  const [{ response } = { response: null }] = running;
  socket.destroy();
  await once(response ?? socket, "close");
  response?.end("too late");
  await new Promise((resolve) => setImmediate(resolve));
  expect(begun).toEqual(["/1"]);
});

test("a client that ends its side is seen while requests wait", async () => {
  await open(keep);
  socket.end(write("/1", "/2"));
  await expect.poll(() => running[0]?.response.closed).toBe(true);
  expect(begun).toEqual(["/1"]);
});

test("requests behind a response that closes the connection are not served", async () => {
  await open((_request, response) => void response.setHeader("connection", "close").end());
  socket.write(write("/1", "/2"));
  await text(socket);
  expect(begun).toEqual(["/1"]);
});

test("a connection on which too many requests wait is closed", async () => {
  await open(keep);
  socket.write(write("/0"));
  await expect.poll(() => begun).toEqual(["/0"]);
  const paths = Array.from({ length: 1001 }, (_, index) => `/${index + 1}`);
  socket.write(write(...paths));
  await once(socket, "close");
  expect(begun).toEqual(["/0"]);
});
