import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import type { ApiError } from "../api-error.ts";
import { readJsonBody } from "./read-body.ts";

const json = { "content-type": "application/json" };

/** Returns the body that was read from these chunks, or a member of the error: by default its code. */
async function read(
  chunks: string | Buffer | readonly string[],
  headers: Record<string, string> = json,
  limitBytes = 100,
  member: "code" | "message" = "code",
) {
  const request = Readable.from([chunks].flat().map((chunk) => Buffer.from(chunk)));
  const sent = Object.assign(request, { headers }) as unknown as IncomingMessage;
  return readJsonBody(sent, limitBytes).then(
    ({ body }) => body,
    (error) => (error as ApiError)[member],
  );
}

test("JSON is read with any JSON media type", async () => {
  for (const type of ["application/json", "APPLICATION/JSON; charset=utf-8", "application/problem+json"]) {
    expect(await read('{"a":[1]}', { "content-type": type })).toEqual({ a: [1] });
  }
});

test("a body in single bytes is not kept byte by byte, which would take hundreds of times its size", async () => {
  async function* sendBytes(text: string) {
    const [first = 0, ...others] = Buffer.from(text);
    yield Buffer.of(first);
    const piece = Buffer.alloc(1);
    for (const byte of others) {
      piece[0] = byte;
      yield piece;
    }
  }
  const sent = Object.assign(Readable.from(sendBytes('{"a":[1,2]}')), { headers: json });
  const { body } = await readJsonBody(sent as unknown as IncomingMessage, 100);
  expect(body).toEqual({ a: [1, 2] });
});

test("white space alone counts as no body", async () => {
  expect(await read([])).toBeUndefined();
  expect(await read(" \n ", {})).toBeUndefined();
});

test("a packed body is refused with the reason", async () => {
  for (const coding of ["gzip", "br", "deflate, zstd"]) {
    const refusal = await read(gzipSync("{}"), { ...json, "content-encoding": coding }, 100, "message");
    expect(refusal).toContain("without the header content-encoding");
  }
  expect(await read("{}", { ...json, "content-encoding": "Identity" })).toEqual({});
});

test("another media type, or none, is refused", async () => {
  for (const type of ["text/plain", "application/jsonx", "application/x-www-form-urlencoded", "json"]) {
    expect(await read("{}", { "content-type": type })).toBe("INVALID_REQUEST");
  }
});

test("invalid JSON is refused", async () => {
  for (const text of ["{", "{'a':1}", "{}{}", "NaN", "\u0000"]) {
    expect(await read(text)).toBe("INVALID_REQUEST");
  }
});

test("what is not UTF-8 is refused, not replaced", async () => {
  expect(await read(Buffer.from('{"name":"Zoë"}', "latin1"))).toBe("INVALID_REQUEST");
  expect(await read(Buffer.from('{"a":1}', "utf16le"))).toBe("INVALID_REQUEST");
  const message = await read(Buffer.from('"Zoë"', "latin1"), json, 100, "message");
  expect(message).toBe("The body is not in UTF-8, the encoding of JSON.");
});

test("the error says where the JSON is invalid, and does not quote it", async () => {
  const messageOf = (body: string) => read(body, json, 100, "message");
  expect(await messageOf('{"a": 1\n "canary"}')).toBe(
    "The body is not valid JSON: look at line 2, column 2.",
  );
  expect(await messageOf('{"a":\n canary}')).toBe("The body is not valid JSON: unexpected character c.");
  expect(await messageOf('{"a":')).toBe("The body is not valid JSON: it ends too early.");
});

test("the limit counts bytes, also of chunked bodies", async () => {
  const fits = `"${"é".repeat(49)}"`;
  expect(await read(fits)).toBe("é".repeat(49));
  const chunked = { ...json, "transfer-encoding": "chunked" };
  expect(await read([fits.slice(0, 10), fits.slice(10)], chunked)).toBe("é".repeat(49));
  expect(await read(fits, { ...json, "content-length": "101" })).toBe("INVALID_REQUEST");
  expect(await read(['"', "x".repeat(60), "x".repeat(60), '"'], chunked)).toBe("INVALID_REQUEST");
});

test("64 levels are accepted, 65 are refused", async () => {
  const nest = (levels: number) => "[".repeat(levels) + "]".repeat(levels);
  expect(await read(nest(64), json, 1000)).toEqual(JSON.parse(nest(64)));
  expect(await read(nest(65), json, 1000)).toBe("INVALID_REQUEST");
  expect(await read(`${'{"a":'.repeat(65)}1${"}".repeat(65)}`, json, 1000)).toBe("INVALID_REQUEST");
});

test("a body that takes longer than 30 seconds for each MiB it may have is refused", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  try {
    const refusals: string[] = [];
    for (const limitBytes of [100, 2 ** 20, 2 ** 21]) {
      const request = Object.assign(new Readable({ read() {} }), { headers: json });
      readJsonBody(request as unknown as IncomingMessage, limitBytes).catch(({ message }) =>
        refusals.push(message),
      );
      request.push("{");
    }
    await vi.advanceTimersByTimeAsync(29_999);
    expect(refusals).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(refusals).toEqual(Array(2).fill("The request took too long to arrive."));
    await vi.advanceTimersByTimeAsync(30_000);
    expect(refusals).toHaveLength(3);
  } finally {
    vi.useRealTimers();
  }
});

test.each([
  ["at once", 0],
  ["when all of it is there", 20],
])(
  "a body that is read %s is whole however it arrives, and its connection goes on",
  async (_when, waitMs) => {
    const ended: boolean[] = [];
    const server = createServer(async (request, response) => {
      request.on("end", () => ended.push(true));
      if (waitMs > 0) {
        await sleep(waitMs);
      }
      const { body } = await readJsonBody(request, 100_000);
      response.end(JSON.stringify(body));
    });
    await once(server.listen(0, "127.0.0.1"), "listening");
    const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
    const received: string[] = [];
    socket.setEncoding("utf8").on("data", (text: string) => received.push(text));
    const headers = (lengthBytes: number) =>
      `POST / HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: ${lengthBytes}\r\n\r\n`;
    const large = JSON.stringify("x".repeat(90_000));
    const writes = [
      `${headers(3)}"a"`,
      headers(3),
      '"b"',
      `${headers(3)}"`,
      'c"',
      `${headers(3)}"d"${headers(3)}"e"`,
      headers(large.length) + large,
      `${headers(3).replace("content-length: 3", "transfer-encoding: chunked")}3\r\n"f"\r\n0\r\n\r\n`,
    ];
    for (const write of writes) {
      socket.write(write);
      await sleep(30);
    }
    await expect
      .poll(() => received.join("").match(/"[a-fx]+"/g))
      .toEqual(['"a"', '"b"', '"c"', '"d"', '"e"', large, '"f"']);
    expect(ended).toHaveLength(7);
    socket.destroy();
    server.close();
  },
);
