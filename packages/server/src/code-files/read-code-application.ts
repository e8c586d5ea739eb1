import { Worker } from "node:worker_threads";
import { buildWorkerEnvironment, watchedHeapMb, watchMemory } from "@bowline/catalog";
import type { ReadReport, ReadTask } from "./read-worker.ts";

const timeoutMs = 30_000;
const memoryMb = 256;
const resourceLimits = {
  maxOldGenerationSizeMb: watchedHeapMb,
  maxYoungGenerationSizeMb: 32,
  stackSizeMb: 4,
};

/** Loads one file in a thread of its own, so that whatever it does hurts nothing else. Never rejects. */
export function readCodeApplication(task: ReadTask): Promise<ReadReport> {
  const { promise, resolve } = Promise.withResolvers<ReadReport>();
  const worker = new Worker(new URL("./read-worker.ts", import.meta.url), {
    workerData: task,
    resourceLimits,
    execArgv: [],
    env: buildWorkerEnvironment(),
    stdin: false,
    stdout: true,
    stderr: true,
  });
  const give = (reason: string) => () => resolve({ reason });
  const timer = setTimeout(give(`It could not be loaded within ${timeoutMs} ms.`), timeoutMs);
  const endWatch = watchMemory(
    worker,
    memoryMb,
    give(`It needs more than ${memoryMb} MB of memory to be loaded.`),
  );
  worker.on("message", resolve);
  worker.on("error", (error: unknown) => resolve({ reason: describe(error) }));
  worker.on("exit", give("It ended its thread while it was loaded."));
  return promise.finally(() => {
    clearTimeout(timer);
    endWatch();
    return worker.terminate();
  });
}

const describe = (error: unknown): string =>
  `It failed while it was loaded: ${error instanceof Error ? error.message : String(error)}`;
