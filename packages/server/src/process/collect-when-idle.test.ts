import { constants, PerformanceObserver } from "node:perf_hooks";
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { collectWhenIdle, intervalMs } from "./collect-when-idle.ts";

const megabyte = 1024 * 1024;
let buffers: Buffer[] = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setInterval"] });
});

afterEach(() => {
  vi.useRealTimers();
  buffers = [];
});

/** How many full collections were asked for while this ran. */
async function countCollections(action: () => void): Promise<number> {
  let count = 0;
  const observer = new PerformanceObserver((list) => {
    count += list.getEntries().filter(isAskedFor).length;
  });
  observer.observe({ entryTypes: ["gc"] });
  action();
  // Entries come a turn or two later.
  for (let turn = 0; turn < 10; turn++) {
    await setImmediate();
  }
  observer.disconnect();
  return count;
}

function isAskedFor({ detail }: PerformanceEntry & { detail?: unknown }): boolean {
  const { kind = 0, flags = 0 } = detail as { kind?: number; flags?: number };
  return (
    kind === constants.NODE_PERFORMANCE_GC_MAJOR && (flags & constants.NODE_PERFORMANCE_GC_FLAGS_FORCED) !== 0
  );
}

/** Uses a tenth of the interval's CPU time. */
function work(): void {
  const { user, system } = process.cpuUsage();
  const end = user + system + intervalMs * 100;
  while (process.cpuUsage().user + process.cpuUsage().system < end) {
    buffers.push(Buffer.from(String(buffers.length)));
    buffers.pop();
  }
}

it("collects old objects after work that took much memory, once", async () => {
  collectWhenIdle();
  vi.advanceTimersByTime(intervalMs);

  work();
  buffers = Array.from({ length: 100 }, () => Buffer.alloc(megabyte));
  expect(await countCollections(() => vi.advanceTimersByTime(intervalMs))).toBe(0);
  // V8 may make the collection of the young generation a full one.
  expect(await countCollections(() => vi.advanceTimersByTime(intervalMs))).toBeGreaterThan(0);
  expect(await countCollections(() => vi.advanceTimersByTime(intervalMs))).toBe(0);
});

it("does not collect old objects after work that left little", async () => {
  buffers = Array.from({ length: 100 }, () => Buffer.alloc(megabyte));
  collectWhenIdle();
  vi.advanceTimersByTime(intervalMs);

  work();
  buffers = [Buffer.alloc(megabyte)];
  const collections = await countCollections(() => vi.advanceTimersByTime(3 * intervalMs));
  expect(collections).toBe(0);
});
