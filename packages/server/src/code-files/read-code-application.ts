import { Worker } from "node:worker_threads";
import type { ReadReport, ReadTask } from "./read-worker.ts";

const timeoutMs = 30_000;
const resourceLimits = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

/** Loads one file in a thread of its own, so that whatever it does hurts nothing else. Never rejects. */
export function readCodeApplication(task: ReadTask): Promise<ReadReport> {
  const { promise, resolve } = Promise.withResolvers<ReadReport>();
  const worker = new Worker(new URL("./read-worker.ts", import.meta.url), {
    workerData: task,
    resourceLimits,
    execArgv: [],
    env: {},
    stdin: false,
    stdout: true,
    stderr: true,
  });
  const give = (reason: string) => () => resolve({ reason });
  const timer = setTimeout(give(`It could not be loaded within ${timeoutMs} ms.`), timeoutMs);
  worker.on("message", resolve);
  worker.on("error", (error: unknown) => resolve({ reason: describe(error) }));
  worker.on("exit", give("It ended its thread while it was loaded."));
  return promise.finally(() => {
    clearTimeout(timer);
    return worker.terminate();
  });
}

function describe(error: unknown): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return code === "ERR_WORKER_OUT_OF_MEMORY"
    ? `It needs more than ${resourceLimits.maxOldGenerationSizeMb} MB of memory to be loaded.`
    : `It failed while it was loaded: ${error instanceof Error ? error.message : String(error)}`;
}
