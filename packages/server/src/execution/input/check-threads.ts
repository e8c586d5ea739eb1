import { Worker } from "node:worker_threads";
import { ApiError, type Problem } from "../../api-error.ts";
import type { CheckJob, CheckReport } from "./check-job.ts";

/** Checks inputs in threads when the check may take long (decisions D75). */
export interface CheckThreads {
  /**
   * Returns the problems of the input; one problem at `fields` when the check took too long.
   *
   * @throws ApiError `INTERNAL_ERROR` when too many checks are waiting
   */
  check(job: CheckJob): Promise<Problem[]>;
}

export interface CheckThreadOptions {
  /** For one check, without the time in the queue. */
  timeoutMs: number;
  threads: number;
  maxWaiting: number;
}

const defaults: CheckThreadOptions = { timeoutMs: 5000, threads: 2, maxWaiting: 200 };
const resourceLimits = { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 };

interface Waiting {
  job: CheckJob;
  resolve(problems: Problem[]): void;
  reject(error: unknown): void;
}

/** Starts threads on demand. Replaces a thread that ran out of time or memory. */
export function createCheckThreads(options: Partial<CheckThreadOptions> = {}): CheckThreads {
  const { timeoutMs, threads, maxWaiting } = { ...defaults, ...options };
  const waiting: Waiting[] = [];
  const idle: Worker[] = [];
  let busy = 0;

  function startNext(): void {
    if (busy >= threads) {
      return;
    }
    const next = waiting.shift();
    if (next === undefined) {
      return;
    }
    busy++;
    const settled = runJob(takeIdle(), next.job, timeoutMs).then(({ worker, problems }) => {
      if (worker !== null) {
        idle.push(worker);
      }
      return problems;
    });
    void settled.then(next.resolve, next.reject).finally(() => {
      busy--;
      startNext();
    });
  }

  /** A thread that has exited has the id -1. */
  function takeIdle(): Worker | undefined {
    const worker = idle.pop();
    return worker === undefined || worker.threadId !== -1 ? worker : takeIdle();
  }

  return {
    check(job) {
      if (waiting.length >= maxWaiting) {
        throw new ApiError("INTERNAL_ERROR", "Too many large inputs are waiting to be checked. Try again.");
      }
      const { promise, resolve, reject } = Promise.withResolvers<Problem[]>();
      waiting.push({ job, resolve, reject });
      startNext();
      return promise;
    },
  };
}

interface JobResult {
  /** Null when the thread was terminated. */
  worker: Worker | null;
  problems: Problem[];
}

async function runJob(idle: Worker | undefined, job: CheckJob, timeoutMs: number): Promise<JobResult> {
  const worker = idle ?? (await startWorker());
  const { promise, resolve, reject } = Promise.withResolvers<JobResult>();
  const giveUp = () => resolve({ worker: null, problems: [tooSlow(timeoutMs)] });
  const timer = setTimeout(giveUp, timeoutMs);
  const read = (report: CheckReport) => {
    if (typeof report === "object" && "problems" in report) {
      resolve({ worker, problems: report.problems });
    } else {
      reject(new Error(`The tool's input schema cannot be checked: ${JSON.stringify(report)}`));
    }
  };
  // Do not use `removeAllListeners`: a Worker has listeners of its own.
  worker.on("error", giveUp).on("exit", giveUp).on("message", read);
  worker.ref();
  worker.postMessage(job);
  const result = await promise.finally(() => {
    clearTimeout(timer);
    worker.off("error", giveUp).off("exit", giveUp).off("message", read);
    worker.unref();
  });
  if (result.worker === null) {
    await worker.terminate();
  }
  return result;
}

function startWorker(): Promise<Worker> {
  const { promise, resolve, reject } = Promise.withResolvers<Worker>();
  const worker = new Worker(new URL("./check-worker.ts", import.meta.url), {
    resourceLimits,
    execArgv: [],
    env: {},
  });
  // The listener stays: a thread can run out of memory while it is terminated, and an error that nobody listens to ends the process.
  worker.on("error", reject);
  worker.once("message", () => resolve(worker));
  return promise;
}

const tooSlow = (timeoutMs: number): Problem => ({
  field: "fields",
  issue: `Could not be checked against the tool's input schema within ${timeoutMs} ms. Send a smaller input.`,
});
