import { Worker } from "node:worker_threads";
import { watchedHeapMb } from "../watch-memory.ts";
import { buildWorkerEnvironment } from "../worker-environment.ts";

const resourceLimits = {
  maxOldGenerationSizeMb: watchedHeapMb,
  maxYoungGenerationSizeMb: 96,
  stackSizeMb: 8,
};

/** Imports often come one after the other. An idle thread takes about 15 MB. */
const idleMs = 3000;

const idle = new Map<Worker, NodeJS.Timeout>();

/** Returns a thread that waits for a job: one of an earlier import, since loading the importer takes longer than most imports. */
export function takeWorker(): Worker {
  for (const [worker, timer] of idle) {
    clearTimeout(timer);
    idle.delete(worker);
    removeListeners(worker);
    worker.ref();
    return worker;
  }
  return new Worker(new URL("./import-worker.ts", import.meta.url), {
    resourceLimits,
    execArgv: [],
    env: buildWorkerEnvironment(),
  });
}

/** Keeps a thread whose job is done for the next import, for a few seconds. */
export function keepWorker(worker: Worker): void {
  removeListeners(worker);
  const forget = () => {
    clearTimeout(idle.get(worker));
    idle.delete(worker);
  };
  worker.once("error", forget);
  worker.once("exit", forget);
  worker.unref();
  idle.set(worker, setTimeout(() => void endWorker(worker), idleMs).unref());
}

/** Ends a thread, also in the middle of its job. */
export async function endWorker(worker: Worker): Promise<void> {
  clearTimeout(idle.get(worker));
  idle.delete(worker);
  removeListeners(worker);
  worker.on("error", () => {});
  await worker.terminate();
}

function removeListeners(worker: Worker): void {
  for (const event of ["message", "error", "exit"]) {
    worker.removeAllListeners(event);
  }
}
