import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect, test, vi } from "vitest";
import { watchedHeapMb, watchMemory } from "./watch-memory.ts";

const start = (code: string): Worker =>
  new Worker(`const kept = []; ${code}; setInterval(() => kept.length, 1000);`, {
    eval: true,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: watchedHeapMb },
  });

test.each([
  ["one allocation", 'kept.push(JSON.stringify("x".repeat(150_000_000)))'],
  ["many allocations", "for (let n = 0; n < 4_000_000; n++) kept.push({ n })"],
  ["buffers", "for (let n = 0; n < 150; n++) kept.push(Buffer.alloc(1_000_000, 1))"],
])(
  "a thread that takes more than it may by %s is reported once, and hurts nothing else",
  async (_how, code) => {
    const worker = start(code);
    const onExceeded = vi.fn(() => void worker.terminate());
    watchMemory(worker, 100, onExceeded);
    await once(worker, "exit");
    expect(onExceeded).toHaveBeenCalledTimes(1);
  },
);

test("a thread that takes less is left alone", async () => {
  const worker = start("kept.push(Buffer.alloc(50_000_000, 1)); setTimeout(() => process.exit(), 500)");
  const onExceeded = vi.fn();
  const endWatch = watchMemory(worker, 100, onExceeded);
  await once(worker, "exit");
  endWatch();
  expect(onExceeded).not.toHaveBeenCalled();
});
