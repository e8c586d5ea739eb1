import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { bundleLines } from "./bundle-lines.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function collect() {
  const writes: string[] = [];
  return { writes, bundle: bundleLines({ write: (text) => writes.push(text) }) };
}

it("writes the lines of 200 ms together, in order", () => {
  const { writes, bundle } = collect();
  bundle.write("one\n");
  vi.advanceTimersByTime(150);
  bundle.write("two\n");
  expect(writes).toEqual([]);
  vi.advanceTimersByTime(50);
  expect(writes).toEqual(["one\ntwo\n"]);
  bundle.write("three\n");
  vi.advanceTimersByTime(200);
  expect(writes).toEqual(["one\ntwo\n", "three\n"]);
});

it("writes at once when there is enough to write", () => {
  const { writes, bundle } = collect();
  const line = `${"a".repeat(99)}\n`;
  for (let count = 0; count < 82; count++) {
    bundle.write(line);
  }
  expect(writes).toEqual([line.repeat(82)]);
  vi.advanceTimersByTime(1000);
  expect(writes).toHaveLength(1);
});

it("writes the rest when it is flushed, once", () => {
  const { writes, bundle } = collect();
  bundle.write("last\n");
  bundle.flushSync();
  bundle.flushSync();
  vi.advanceTimersByTime(1000);
  expect(writes).toEqual(["last\n"]);
});
