import { type ResourceLimits, type Transferable, Worker } from "node:worker_threads";
import { buildWorkerEnvironment } from "@bowline/catalog";
import { CallGate } from "../turns/call-gate.ts";
import type { JobReport } from "./serve-jobs.ts";

/** Runs long work of one kind outside of the event loop (decisions D75). */
export interface ThreadPool<Job, Result> {
  /**
   * @throws ThreadsBusyError when too many jobs wait
   * @throws ThreadStoppedError when the job took too long or too much memory
   */
  run(job: Job, options?: JobOptions): Promise<Result>;
}

export interface JobOptions {
  /** The account user whose job it is. Default: the server's own. */
  party?: number | undefined;
  /** Buffers of the job to move instead of copying them. */
  transfer?: readonly Transferable[];
}

export interface ThreadPoolOptions {
  /** For one job, without the time in the queue. */
  timeoutMs: number;
  /** For the jobs of one party. All parties together have half as many more. */
  threads: number;
  /** Jobs of one party. All parties together may have four times as many. */
  maxWaiting: number;
  /** A thread without work ends after this time. */
  idleMs: number;
  resourceLimits: ResourceLimits;
}

const defaults: ThreadPoolOptions = {
  timeoutMs: 5000,
  threads: 2,
  maxWaiting: 200,
  idleMs: 60_000,
  resourceLimits: { maxOldGenerationSizeMb: 384, maxYoungGenerationSizeMb: 32, stackSizeMb: 4 },
};

export class ThreadsBusyError extends Error {
  override readonly name = "ThreadsBusyError";
}

export class ThreadStoppedError extends Error {
  override readonly name = "ThreadStoppedError";
}

interface IdleThread {
  worker: Worker;
  timer: NodeJS.Timeout;
}

/**
 * Starts threads on demand. Parties take turns. Replaces a thread that ran out of time or memory.
 *
 * @param script the thread's program, which calls `serveJobs`
 */
export function createThreadPool<Job, Result>(
  script: URL,
  options: Partial<ThreadPoolOptions> = {},
): ThreadPool<Job, Result> {
  return new WorkerPool(script, { ...defaults, ...options });
}

class WorkerPool<Job, Result> implements ThreadPool<Job, Result> {
  readonly #script: URL;
  readonly #options: ThreadPoolOptions;
  readonly #gate: CallGate;
  readonly #idle: IdleThread[] = [];

  constructor(script: URL, options: ThreadPoolOptions) {
    this.#script = script;
    this.#options = options;
    this.#gate = new CallGate(options.threads, options.maxWaiting);
  }

  async run(job: Job, { party = 0, transfer = [] }: JobOptions = {}): Promise<Result> {
    const { promise: turn, resolve: start } = Promise.withResolvers<void>();
    if (!this.#gate.enter({ start }, party)) {
      throw new ThreadsBusyError("Too many jobs wait already.");
    }
    await turn;
    try {
      return await this.#runInThread(job, transfer);
    } finally {
      this.#gate.leave(party);
    }
  }

  async #runInThread(job: Job, transfer: readonly Transferable[]): Promise<Result> {
    const { resourceLimits, timeoutMs } = this.#options;
    const worker = this.#takeIdle() ?? (await startWorker(this.#script, resourceLimits));
    let report: JobReport<Result>;
    try {
      report = await runJob<Result>(worker, () => worker.postMessage(job, transfer), timeoutMs);
    } catch (error) {
      await worker.terminate();
      throw error;
    }
    this.#keepIdle(worker);
    if ("error" in report) {
      throw new Error(report.error);
    }
    return report.result;
  }

  /** A thread that has exited has the id -1. */
  #takeIdle(): Worker | undefined {
    const thread = this.#idle.pop();
    clearTimeout(thread?.timer);
    return thread === undefined || thread.worker.threadId !== -1 ? thread?.worker : this.#takeIdle();
  }

  #keepIdle(worker: Worker): void {
    const idle = this.#idle;
    const end = () => {
      idle.splice(idle.indexOf(thread), 1);
      void worker.terminate();
    };
    const thread: IdleThread = { worker, timer: setTimeout(end, this.#options.idleMs).unref() };
    idle.push(thread);
  }
}

/** @throws ThreadStoppedError */
async function runJob<Result>(
  worker: Worker,
  begin: () => void,
  timeoutMs: number,
): Promise<JobReport<Result>> {
  const { promise, resolve, reject } = Promise.withResolvers<JobReport<Result>>();
  const stop = (reason: string) => () => reject(new ThreadStoppedError(reason));
  const timer = setTimeout(stop(`The job took more than ${timeoutMs} ms.`), timeoutMs);
  const end = stop("The thread ended before its job.");
  // Do not use `removeAllListeners`: a Worker has listeners of its own.
  worker.on("error", end).on("exit", end).on("message", resolve);
  worker.ref();
  try {
    begin();
    return await promise;
  } finally {
    clearTimeout(timer);
    worker.off("error", end).off("exit", end).off("message", resolve);
    worker.unref();
  }
}

function startWorker(script: URL, resourceLimits: ResourceLimits): Promise<Worker> {
  const { promise, resolve, reject } = Promise.withResolvers<Worker>();
  const worker = new Worker(script, { resourceLimits, execArgv: [], env: buildWorkerEnvironment() });
  // The listener stays: a thread can run out of memory while it is terminated, and an error that nobody listens to ends the process.
  worker.on("error", reject);
  worker.once("message", () => resolve(worker));
  return promise;
}
