import { flushCompileCache } from "node:module";
import { parentPort } from "node:worker_threads";

/** A thread's report on one job. `error`: the message of an unexpected error. */
export type JobReport<Result> = { result: Result } | { error: string };

/** Runs in the thread: says that it is ready, then does each job that the pool sends. */
export function serveJobs<Job, Result>(run: (job: Job) => Result): void {
  parentPort?.on("message", (job: Job) => parentPort?.postMessage(report(() => run(job))));
  // Now, because a thread may be terminated at any time.
  flushCompileCache();
  parentPort?.postMessage("ready");
}

function report<Result>(run: () => Result): JobReport<Result> {
  try {
    return { result: run() };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
