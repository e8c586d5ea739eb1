import { expect, test } from "vitest";
import { CollectedBytes } from "./collected-bytes.ts";

function collect(chunks: readonly Buffer[]): CollectedBytes {
  const collected = new CollectedBytes();
  for (const chunk of chunks) {
    collected.add(chunk);
  }
  return collected;
}

/** Bytes that differ from each other over a long way. */
const whole = Buffer.from(Uint32Array.from({ length: 60_000 }, (_, place) => place * 2_654_435_761).buffer);

function cut(lengths: readonly number[]): Buffer[] {
  const chunks: Buffer[] = [];
  for (let begin = 0, place = 0; begin < whole.length; place++) {
    const length = lengths[place % lengths.length] ?? 1;
    chunks.push(whole.subarray(begin, begin + length));
    begin += length;
  }
  return chunks;
}

test.each([[[1]], [[65_536]], [[65_537]], [[3, 100_000, 1]], [[1_000_000]], [[0, 7]]])(
  "chunks of %j bytes are joined in their order",
  (lengths) => {
    const collected = collect(cut(lengths));
    expect(collected.sizeBytes).toBe(whole.length);
    expect(collected.join().equals(whole)).toBe(true);
  },
);

test("nothing is no bytes, and a single chunk is not copied", () => {
  expect(collect([]).join()).toHaveLength(0);
  expect(collect([whole]).join()).toBe(whole);
});
