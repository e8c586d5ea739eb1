import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { isCutOff } from "../entry/is-cut-off.ts";
import { refuseSlowBody } from "./refuse-slow-body.ts";

/** Sends the head of a request and a part of its body. Returns what comes until the server closes the connection. */
async function sendHalf(listen: RequestListener): Promise<string> {
  const server = createServer(refuseSlowBody(listen, 20)).listen(0, "127.0.0.1");
  await once(server, "listening");
  // It never ends its side.
  const { port } = server.address() as AddressInfo;
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  socket.write("POST /signin HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\nemail=");
  const received = await text(socket);
  await new Promise((resolve) => server.close(resolve));
  socket.destroy();
  return received;
}

test("a body that does not arrive in time is refused, and its connection is closed", async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const received = await sendHalf((request) => {
    request.on("error", () => resolve(isCutOff(request))).resume();
  });
  expect(received).toMatch(/^HTTP\/1\.1 400 .*The request took too long to arrive\./s);
  expect(await promise).toBe(true);
});

test("nothing is added to a response that was sent before", async () => {
  const received = await sendHalf((request, response) => {
    request.on("error", () => {}).resume();
    response.writeHead(404, { "content-length": "2" }).end("no");
  });
  expect(received).toMatch(/^HTTP\/1\.1 404 .*\r\n\r\nno$/s);
});

test("a request without a body, or with a whole one, may take its time", async () => {
  const slow: RequestListener = (_request, response) => {
    setTimeout(() => response.end("served"), 60);
  };
  const server = createServer(refuseSlowBody(slow, 20)).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const body of [undefined, "whole"]) {
    const response = await fetch(url, { method: "POST", ...(body !== undefined && { body }) });
    expect(await response.text()).toBe("served");
  }
  server.close();
});
