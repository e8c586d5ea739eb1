import { once } from "node:events";
import { type AddressInfo, createServer, type Server } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Egress, openEgress } from "./egress.ts";
import type { EgressRequest } from "./egress-outcome.ts";

const chunked = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
/** What begins a response, and what then comes without end. */
const endless: Record<string, [start: string, unit: string]> = {
  "interim responses": ["", "HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n"],
  "empty lines": ["", "\r\n"],
  headers: ["HTTP/1.1 200 OK\r\n", "a:\r\n"],
  trailers: [`${chunked}1\r\nx\r\n0\r\n`, "a:\r\n"],
  "a reason phrase": ["HTTP/1.1 200 ", "A"],
  "white space of a header": ["HTTP/1.1 200 OK\r\na:", " "],
  "a chunk extension": [`${chunked}1;a=`, "b"],
  "chunk extensions": [chunked, `1;${"a".repeat(1000)}\r\nx\r\n`],
  "zeros of a chunk size": [chunked, "0"],
  "white space of a trailer": [`${chunked}1\r\nx\r\n0\r\na:`, " "],
};
const names = Object.keys(endless);

let server: Server;
let egress: Egress;
let closed: Promise<unknown> | undefined;

beforeAll(async () => {
  server = createServer((socket) => {
    closed = new Promise((resolve) => socket.on("close", resolve));
    socket.on("error", () => {});
    socket.once("data", (sent) => {
      const target = /^\w+ \/(\S*)/.exec(sent.toString())?.[1] ?? "";
      if (target === "many") {
        socket.write(`${"HTTP/1.1 102 P\r\n\r\n".repeat(5000)}HTTP/1.1 204 No\r\n\r\n`);
        return;
      }
      const [start, unit] = endless[names[Number(target)] ?? ""] ?? [
        "HTTP/1.1 200 OK\r\nkeep-alive: timeout=600\r\ncontent-length: 2\r\n\r\n{}",
        "\r\n",
      ];
      const block = unit.repeat(65_536 / unit.length);
      const more = (): void => {
        while (!socket.destroyed && socket.write(block)) {
          // until the socket is full
        }
      };
      socket.write(start);
      socket.on("drain", more);
      more();
    });
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  egress = openEgress({ allowedPrivateNetworks: ["127.0.0.0/8"] });
});

afterAll(async () => {
  await egress.close();
  server.close();
});

function request(target: string): EgressRequest {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${target}`;
  return { method: "GET", url, headers: {}, body: null, timeoutMs: 10_000, maxBytes: 10_000_000 };
}

test.each(names.map((name, number) => [name, number]))(
  "%s without end fail with the reason",
  async (_name, number) => {
    const failure = { kind: "invalidOutput", message: expect.stringContaining("beside its body") };
    expect(await egress.send(request(String(number)))).toMatchObject(failure);
    const begun = await egress.stream(request(String(number)));
    const streamed = begun.ok
      ? await new Response(begun.body).text().catch((error: { failure: unknown }) => error.failure)
      : begun;
    expect(streamed).toMatchObject(failure);
  },
);

test("more than a thousand interim responses are too many, however short they are", async () => {
  expect(await egress.send(request("many"))).toMatchObject({
    kind: "invalidOutput",
    message: expect.stringContaining("interim responses"),
  });
});

test("a connection on which bytes keep coming after the response is closed", async () => {
  expect(await egress.send(request("idle"))).toMatchObject({ ok: true, sizeBytes: 2 });
  await closed;
});
