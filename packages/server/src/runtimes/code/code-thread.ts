import { randomUUID } from "node:crypto";
import { getCompileCacheDir } from "node:module";
import { setTimeout as delay } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { watchedHeapMb, watchMemory } from "@bowline/catalog";
import type {
  AskedRequest,
  AskedResponse,
  CodeJob,
  CodeModule,
  CodeResult,
  FromThread,
  ToThread,
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

/** A thread that has loaded one application, and runs one call at a time. */
export interface CodeThread {
  /** Never rejects: a thread that ends is a result. Undefined: the call was stopped by its signal. */
  run(call: ThreadCall): Promise<CodeResult | undefined>;
  /** Whether it can take another call. */
  isUsable(): boolean;
  end(): void;
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

/** @param onPrint takes each line that the code writes to its standard output or error */
export function startCodeThread(module: CodeModule, onPrint: (text: string) => void): CodeThread {
  const worker = openWorker(module);
  const mark = randomUUID();
  for (const stream of [worker.stdout, worker.stderr]) {
    const onLine = (line: string) => (line === mark ? current?.countMark() : onPrint(line));
    stream.setEncoding("utf8").on("data", splitLines(onLine));
  }
  let isUsable = true;
  let hasEnded = false;
  let current: RunningCall | null = null;
  const loaded = Promise.withResolvers<CodeResult | null>();

  function stop(message: string): void {
    isUsable = false;
    hasEnded = true;
    const result = failWith(message);
    loaded.resolve(result);
    current?.finish(result);
  }

  worker.on("error", () => stop("The tool's code ended its thread."));
  worker.on("exit", () => stop("The tool's code ended its thread."));
  worker.on("message", (message: FromThread) => {
    switch (message.kind) {
      case "ready":
        loaded.resolve(null);
        break;
      case "unusable":
        isUsable = false;
        loaded.resolve(failWith(`The application's code cannot be loaded: ${message.message}`));
        break;
      case "request":
        void respond(message.requestId, message.request);
        break;
      case "done":
        isUsable &&= message.isReusable;
        current?.finish(message.result);
        break;
    }
  });
  worker.unref();

  const post = (message: ToThread): void => worker.postMessage(message);

  async function respond(requestId: number, request: AskedRequest): Promise<void> {
    const response: AskedResponse = (await current?.call.exchange(request)) ?? {
      ok: false,
      kind: "timeout",
      message: "The call is over.",
    };
    post({ kind: "response", requestId, response });
  }

  async function run(call: ThreadCall): Promise<CodeResult | undefined> {
    const { promise: stopped, resolve: stopNow } = Promise.withResolvers<undefined>();
    const onAbort = () => {
      isUsable = false;
      post({ kind: "abort" });
      setTimeout(end, graceMs).unref();
      stopNow(undefined);
    };
    if (call.signal.aborted) {
      onAbort();
    } else {
      call.signal.addEventListener("abort", onAbort, { once: true });
    }
    const endWatch = watchMemory(worker, memoryMb, () => {
      stop(`The tool's code needs more than ${memoryMb} MB of memory.`);
      end();
    });
    worker.ref();
    try {
      const problem = await Promise.race([loaded.promise, stopped]);
      if (problem !== null) {
        return problem;
      }
      const running = beginCall(call);
      current = running;
      post({ kind: "call", job: call.job, mark });
      const result = await Promise.race([running.finished, stopped]);
      // What the call printed must not be taken for the next call's, whose secrets are others.
      if (
        !hasEnded &&
        !call.signal.aborted &&
        !(await Promise.race([running.printed, delay(printedMs, false, { ref: false })]))
      ) {
        isUsable = false;
      }
      return result;
    } finally {
      current = null;
      endWatch();
      call.signal.removeEventListener("abort", onAbort);
      worker.unref();
    }
  }

  function end(): void {
    isUsable = false;
    void worker.terminate();
  }

  return { run, isUsable: () => isUsable, end };
}

function openWorker(module: CodeModule): Worker {
  return new Worker(new URL("./code-worker.ts", import.meta.url), {
    workerData: module,
    resourceLimits,
    execArgv: [],
    // Neither settings nor keys of the server.
    env: buildEnvironment(),
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

/** The thread uses the process's compile cache, if there is one. */
function buildEnvironment(): NodeJS.ProcessEnv {
  const directory = getCompileCacheDir();
  return directory === undefined ? {} : { NODE_COMPILE_CACHE: directory };
}

const failWith = (message: string): CodeResult => ({
  ok: false,
  kind: "toolError",
  message,
  stack: null,
});
