import { Worker } from "node:worker_threads";
import { DescriptionError } from "../description-error.ts";
import type { OpenApiImportInput, OpenApiImportResult } from "./import-openapi.ts";
import { takeImportTurn } from "./import-turns.ts";
import type { WorkerAnswer } from "./import-worker.ts";

export interface WorkerOptions {
  /** After this time the document is refused. Default 60,000. */
  timeoutMs?: number;
  /** Ends the import; the promise is then rejected with the signal's reason. */
  signal?: AbortSignal;
}

const defaultTimeoutMs = 60_000;

/** GitHub's document of 13 MB needs about 250 MB; without a limit a hostile one takes the server down. */
const resourceLimits = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 96, stackSizeMb: 8 };

/**
 * `importOpenApi` in a thread of its own, so that a big document never blocks the event loop. Throws `DescriptionError`
 * also when the import takes too long or needs too much memory, `ImportsBusyError` when too many wait: two run at a time.
 */
export function importOpenApiInWorker(
  input: OpenApiImportInput,
  options: WorkerOptions = {},
): Promise<OpenApiImportResult> {
  return takeImportTurn(() => runWorker(input, options));
}

function runWorker(
  input: OpenApiImportInput,
  { timeoutMs = defaultTimeoutMs, signal }: WorkerOptions,
): Promise<OpenApiImportResult> {
  const { promise, resolve, reject } = Promise.withResolvers<OpenApiImportResult>();
  if (signal?.aborted) {
    return Promise.reject(signal.reason);
  }
  const worker = new Worker(new URL("./import-worker.ts", import.meta.url), {
    workerData: input,
    resourceLimits: resourceLimits,
    execArgv: [],
    env: {},
  });
  const timer = setTimeout(() => {
    reject(new DescriptionError(`The document could not be imported within ${timeoutMs} ms.`));
  }, timeoutMs);
  const abort = () => reject(signal?.reason);
  signal?.addEventListener("abort", abort, { once: true });
  worker.once("message", (answer: WorkerAnswer) => {
    if ("result" in answer) {
      resolve(answer.result);
    } else {
      reject(new DescriptionError(answer.refusal));
    }
  });
  worker.once("error", (error: unknown) => reject(explain(error)));
  worker.once("exit", (code) => reject(new Error(`The import thread ended early with code ${code}.`)));
  return promise.finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
    return worker.terminate();
  });
}

function explain(error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ERR_WORKER_OUT_OF_MEMORY") {
    return new DescriptionError("The document needs too much memory to be imported.");
  }
  return error instanceof RangeError ? new DescriptionError("The document is nested too deeply.") : error;
}
