import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BenchProcess, stopProcess } from "./child-process.ts";
import { drive, startDriver } from "./driver.ts";

let driver: BenchProcess;
beforeAll(async () => {
  driver = await startDriver();
});
afterAll(() => stopProcess(driver.child));

test("a response that fails is reported, though one that came earlier succeeds after it", async () => {
  let respondToFirst = () => {};
  let count = 0;
  const server = createServer((_request, response) => {
    count++;
    if (count === 1) {
      respondToFirst = () => response.end("fine");
      return;
    }
    response.on("close", () => setImmediate(respondToFirst));
    response.writeHead(count === 2 ? 500 : 200).end("of the second");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  try {
    const driven = drive(driver, {
      origin: `http://127.0.0.1:${port}`,
      method: "GET",
      paths: ["/"],
      headers: {},
      body: null,
      expect: "ok",
      concurrency: 2,
      count: 10,
    });
    await expect(driven).rejects.toThrow("status 500: of the second");
  } finally {
    server.close();
    server.closeAllConnections();
  }
});
