import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import { openEgress } from "./egress.ts";

const length = 1_000_000;
const maxUnreadBytes = 30_000_000;
const head = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\nconnection: close\r\n\r\n";

test("a response in single bytes takes a small multiple of its size", async () => {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => socket.end(`${head}${"1\r\nx\r\n".repeat(length)}0\r\n\r\n`));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const egress = openEgress({ allowedPrivateNetworks: ["127.0.0.0/8"] });
  const before = process.memoryUsage().heapUsed;
  let most = before;
  const sample = setInterval(() => {
    most = Math.max(most, process.memoryUsage().heapUsed);
  }, 1);

  const outcome = await egress.send({
    method: "GET",
    url,
    headers: {},
    body: null,
    timeoutMs: 120_000,
    maxBytes: length,
  });

  clearInterval(sample);
  expect(outcome).toMatchObject({ ok: true, sizeBytes: length });
  // Kept as they came, they take 130 bytes each.
  expect((most - before) / length).toBeLessThan(80);
  await egress.close();
  server.close();
});

test("a stream of single bytes without end takes bounded memory, however slowly it is read", async () => {
  const block = "1\r\nx\r\n".repeat(10_000);
  const server = createServer((socket) => {
    const more = (): void => {
      while (!socket.destroyed && socket.write(block)) {
        // until the socket is full
      }
    };
    socket.on("error", () => {}).on("drain", more);
    socket.once("data", () => socket.write(head, more));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const egress = openEgress({ allowedPrivateNetworks: ["127.0.0.0/8"] });
  const request = { method: "GET", url, headers: {}, body: null, timeoutMs: 120_000, maxBytes: length };
  const begun = await egress.stream(request);
  const before = process.memoryUsage().arrayBuffers;
  let most = before;
  let size = 0;
  const read = async (): Promise<void> => {
    for await (const piece of begun.ok ? begun.body : []) {
      size += piece.length;
      most = Math.max(most, process.memoryUsage().arrayBuffers);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  };
  await expect(read()).rejects.toMatchObject({ failure: { kind: "outputTooLarge" } });
  expect(size).toBeGreaterThan(length / 2);
  expect(most - before).toBeLessThan(maxUnreadBytes);
  await egress.close();
  server.close();
});
