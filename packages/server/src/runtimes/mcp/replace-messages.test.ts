import { describe, expect, test } from "vitest";
import { maxSmallBytes, replaceMessages } from "./replace-messages.ts";

/** Sends a body in chunks of a size through the replacement. Returns what comes out, and what was replaced. */
async function send(text: string, isStream: boolean, chunkBytes: number) {
  const replaced: string[] = [];
  const bytes = Buffer.from(text);
  const chunks: Buffer[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    chunks.push(bytes.subarray(at, at + chunkBytes));
  }
  const out = replaceMessages(ReadableStream.from(chunks), isStream, {
    async replaceLarge(body) {
      replaced.push(Buffer.from(body).toString());
      return '{"small":true}';
    },
    replaceSmall: (message) => message,
  });
  return { out: await new Response(out).text(), replaced };
}

const long = "x".repeat(maxSmallBytes + 1);

describe("one message", () => {
  test.each([7, 65_536, 1_000_000])("is passed on when it is small, in chunks of %i", async (size) => {
    expect(await send('{"a":1}', false, size)).toEqual({ out: '{"a":1}', replaced: [] });
  });

  test.each([1000, 65_536, 1_000_000])("is replaced when it is large, in chunks of %i", async (size) => {
    expect(await send(long, false, size)).toEqual({ out: '{"small":true}', replaced: [long] });
  });
});

test("chunks after the first are copied, since each that is kept takes many times the memory of a single byte", async () => {
  const text = "one message in single bytes";
  const reused = Buffer.alloc(1);
  async function* sendBytes() {
    yield Buffer.from(text.slice(0, 1));
    for (const byte of Buffer.from(text.slice(1))) {
      reused[0] = byte;
      yield reused;
    }
  }
  const replacements = { replaceLarge: async () => "", replaceSmall: (message: string) => message };
  const out = replaceMessages(ReadableStream.from(sendBytes()), false, replacements);
  expect(await new Response(out).text()).toBe(text);
});

describe.each(["\n", "\r\n"])("a stream with lines that end with %j", (end) => {
  const event = (data: string) => `event: message${end}data: ${data}${end}${end}`;

  test.each([1, 2, 3, 50, 4096])("passes small events on, in chunks of %i", async (size) => {
    const text = event("1") + event("2") + event("3");
    expect(await send(text, true, size)).toEqual({ out: text, replaced: [] });
  });

  test.each([999, 1000, 1001, 65_536])("replaces a large event alone, in chunks of %i", async (size) => {
    // The small ones fill whole chunks, so that the large one begins a chunk of its own.
    const before = event("a".repeat(size * 2 - event("").length));
    const { out, replaced } = await send(before + event(long), true, size);
    if (size < maxSmallBytes / 2) {
      expect(out).toBe(`${before}data: {"small":true}\n\n`);
    }
    expect(replaced.at(-1)).toContain(long);
  });

  test("replaces a large event whatever comes after it", async () => {
    const { out } = await send(event(long) + event("after"), true, 1000);
    expect(out.startsWith('data: {"small":true}\n\n')).toBe(true);
  });

  test("replaces the data of small events", async () => {
    const bytes = Buffer.from(event("1 \u2028 data:1") + event("2"));
    const out = replaceMessages(ReadableStream.from([bytes]), true, {
      replaceLarge: async () => "",
      replaceSmall: (message) => `[${message}]`,
    });
    expect(await new Response(out).text()).toBe(
      `event: message${end}data:[ 1 \u2028 data:1]${end}${end}event: message${end}data:[ 2]${end}${end}`,
    );
  });

  test("replaces a message on several lines as one", async () => {
    const bytes = Buffer.from(`data: {"a":${end}id: 1${end}data:  1}${end}${end}${event("2")}`);
    const out = replaceMessages(ReadableStream.from([bytes]), true, {
      replaceLarge: async () => "",
      replaceSmall: (message) => `[${message}]`,
    });
    expect(await new Response(out).text()).toBe(
      `id: 1${end}data:[ {"a":   1}]${end}${end}event: message${end}data:[ 2]${end}${end}`,
    );
  });

  test("leaves out an event without a message, but not how to resume", async () => {
    const resuming = `retry: 5${end}${end}id: 1${end}${end}id: 2${end}data:${end}${end}`;
    const bytes = Buffer.from(`${event("1")}: alive${end}${end}${resuming}${event("2")}`);
    const out = replaceMessages(ReadableStream.from([bytes]), true, {
      replaceLarge: async () => "",
      replaceSmall: (message) => (message.includes("2") ? message : ""),
    });
    expect(await new Response(out).text()).toBe(resuming + event("2"));
  });

  test.each([1, 5, 1000])("passes an event on before the next one comes, in chunks of %i", async (size) => {
    let push: (text: string) => void = () => {};
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        push = (text) => controller.enqueue(Buffer.from(text));
      },
    });
    const replacements = { replaceLarge: async () => "", replaceSmall: (message: string) => message };
    const reader = replaceMessages(body, true, replacements).getReader();
    for (const data of ["1", "2"]) {
      for (let at = 0; at < event(data).length; at += size) {
        push(event(data).slice(at, at + size));
      }
      expect(Buffer.from((await reader.read()).value ?? []).toString()).toBe(event(data));
    }
  });
});
