import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { buildWorkerEnvironment, watchedHeapMb, watchMemory } from "@bowline/catalog";
import {
  type AskedRequest,
  type AskedResponse,
  type CodeJob,
  type CodeModule,
  type CodeResult,
  callIsOver,
  type FromThread,
  type ToThread,
} from "./messages.ts";
import { splitLines } from "./split-lines.ts";

const memoryMb = 192;
const resourceLimits = {
  maxOldGenerationSizeMb: watchedHeapMb,
  maxYoungGenerationSizeMb: 16,
  stackSizeMb: 4,
};
/** After the end of its time or its cancellation, the code may tidy up. */
const graceMs = 250;
/** What a call printed arrives within milliseconds, unless the machine is very busy or the code has closed its outputs. */
const printedMs = 5000;

/** One call in a thread. */
export interface ThreadCall {
  job: CodeJob;
  /** Sends what the code asks for. */
  exchange(request: AskedRequest): Promise<AskedResponse>;
  /** Fires when the caller has gone or the time is over. */
  signal: AbortSignal;
}

interface RunningCall {
  call: ThreadCall;
  finished: Promise<CodeResult>;
  finish(result: CodeResult): void;
  /** Whether all that the call printed has arrived. */
  printed: Promise<true>;
  /** Called when the thread has printed the mark, once on each output. */
  countMark(): void;
}

/** A thread that has loaded one application, and runs one call at a time. */
export class CodeThread {
  readonly #worker: Worker;
  /** The line that the thread prints at the end of a call. */
  readonly #mark = randomUUID();
  /** Null: the application is loaded. Otherwise why it is not. */
  readonly #loaded = Promise.withResolvers<CodeResult | null>();
  #isUsable = true;
  #hasEnded = false;
  #current: RunningCall | null = null;

  /** @param onPrint takes each line that the code writes to its standard output or error */
  constructor(module: CodeModule, onPrint: (text: string) => void) {
    this.#worker = openWorker(module);
    for (const stream of [this.#worker.stdout, this.#worker.stderr]) {
      const onLine = (line: string) => (line === this.#mark ? this.#current?.countMark() : onPrint(line));
      stream.setEncoding("utf8").on("data", splitLines(onLine));
    }
    this.#worker.on("error", () => this.#fail("The tool's code ended its thread."));
    this.#worker.on("exit", () => this.#fail("The tool's code ended its thread."));
    this.#worker.on("message", (message: FromThread) => this.#receive(message));
    this.#worker.unref();
  }

  /** Whether it can take another call. */
  get isUsable(): boolean {
    return this.#isUsable;
  }

  /** Never rejects: a thread that ends is a result. Undefined: the call was stopped by its signal. */
  async run(call: ThreadCall): Promise<CodeResult | undefined> {
    const { promise: stopped, resolve: stop } = Promise.withResolvers<undefined>();
    const onAbort = () => {
      this.#abort();
      stop(undefined);
    };
    if (call.signal.aborted) {
      onAbort();
    } else {
      call.signal.addEventListener("abort", onAbort, { once: true });
    }
    const endWatch = watchMemory(this.#worker, memoryMb, () => this.#endForMemory());
    this.#worker.ref();
    try {
      const problem = await Promise.race([this.#loaded.promise, stopped]);
      return problem === null ? await this.#runLoaded(call, stopped) : problem;
    } finally {
      this.#current = null;
      endWatch();
      call.signal.removeEventListener("abort", onAbort);
      this.#worker.unref();
    }
  }

  end(): void {
    this.#isUsable = false;
    void this.#worker.terminate();
  }

  async #runLoaded(call: ThreadCall, stopped: Promise<undefined>): Promise<CodeResult | undefined> {
    const running = beginCall(call);
    this.#current = running;
    this.#post({ kind: "call", job: call.job, mark: this.#mark });
    const result = await Promise.race([running.finished, stopped]);
    // What the call printed must not be taken for the next call's, whose secrets are others.
    if (!this.#hasEnded && !call.signal.aborted && !(await hasPrinted(running))) {
      this.#isUsable = false;
    }
    return result;
  }

  #receive(message: FromThread): void {
    switch (message.kind) {
      case "ready":
        this.#loaded.resolve(null);
        break;
      case "unusable":
        this.#isUsable = false;
        this.#loaded.resolve(failWith(`The application's code cannot be loaded: ${message.message}`));
        break;
      case "request":
        void this.#respond(message.requestId, message.request);
        break;
      case "done":
        this.#isUsable &&= message.isReusable;
        this.#current?.finish(message.result);
        break;
    }
  }

  async #respond(requestId: number, request: AskedRequest): Promise<void> {
    const response = (await this.#current?.call.exchange(request)) ?? callIsOver;
    this.#post({ kind: "response", requestId, response });
  }

  #post(message: ToThread): void {
    this.#worker.postMessage(message);
  }

  /** Tells the code that its call was stopped, and ends the thread a moment later. */
  #abort(): void {
    this.#isUsable = false;
    this.#post({ kind: "abort" });
    setTimeout(() => this.end(), graceMs).unref();
  }

  #endForMemory(): void {
    this.#fail(`The tool's code needs more than ${memoryMb} MB of memory.`);
    this.end();
  }

  /** The thread has ended or is about to. */
  #fail(message: string): void {
    this.#isUsable = false;
    this.#hasEnded = true;
    const result = failWith(message);
    this.#loaded.resolve(result);
    this.#current?.finish(result);
  }
}

function openWorker(module: CodeModule): Worker {
  return new Worker(new URL("./code-worker.ts", import.meta.url), {
    workerData: module,
    resourceLimits,
    execArgv: [],
    // Neither settings nor keys of the server.
    env: buildWorkerEnvironment(),
    stdin: false,
    stdout: true,
    stderr: true,
  });
}

function beginCall(call: ThreadCall): RunningCall {
  const { promise: finished, resolve: finish } = Promise.withResolvers<CodeResult>();
  const { promise: printed, resolve: endPrinting } = Promise.withResolvers<true>();
  let marks = 0;
  const countMark = () => {
    marks++;
    if (marks === 2) {
      endPrinting(true);
    }
  };
  return { call, finished, finish, printed, countMark };
}

/** Waits until all that the call printed has arrived. False: some of it is late. */
const hasPrinted = ({ printed }: RunningCall): Promise<boolean> =>
  Promise.race([printed, delay(printedMs, false, { ref: false })]);

const failWith = (message: string): CodeResult => ({
  ok: false,
  kind: "toolError",
  message,
  stack: null,
});
