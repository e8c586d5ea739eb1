import { getCompileCacheDir } from "node:module";
import { Worker } from "node:worker_threads";
import { DescriptionError } from "../description-error.ts";
import type { GraphqlImportInput } from "../graphql/import-graphql.ts";
import type { OpenApiImportInput, OpenApiImportResult } from "../openapi/import-openapi.ts";
import type { CatalogTool } from "../tool.ts";
import { takeImportTurn } from "./import-turns.ts";
import type { ImportJob, WorkerMessage } from "./import-worker.ts";

export interface WorkerOptions {
  /** Time limit. Default 60,000. */
  timeoutMs?: number;
  /** Stops the import. The promise rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Hears how many of the description's operations have become tools. */
  onBuilt?: (done: number, total: number) => void;
}

const defaultTimeoutMs = 60_000;

/** GitHub's document of 13 MB needs about 250 MB. Without a limit a hostile document could stop the server. */
const resourceLimits = { maxOldGenerationSizeMb: 768, maxYoungGenerationSizeMb: 96, stackSizeMb: 8 };

/**
 * Runs `importOpenApi` in a worker thread, so that a big document never blocks the event loop. Also throws `DescriptionError`
 * when the import takes too long or needs too much memory. Two imports run at a time; throws `ImportsBusyError` when too many wait.
 */
export function importOpenApiInWorker(
  input: OpenApiImportInput,
  options: WorkerOptions = {},
): Promise<OpenApiImportResult> {
  return takeImportTurn(() => runWorker({ kind: "openapi", input }, options));
}

/** Like `importOpenApiInWorker`, with `importGraphql`. */
export function importGraphqlInWorker(
  input: GraphqlImportInput,
  options: WorkerOptions = {},
): Promise<OpenApiImportResult> {
  return takeImportTurn(() => runWorker({ kind: "graphql", input }, options));
}

function runWorker(
  job: ImportJob,
  { timeoutMs = defaultTimeoutMs, signal, onBuilt }: WorkerOptions,
): Promise<OpenApiImportResult> {
  const { promise, resolve, reject } = Promise.withResolvers<OpenApiImportResult>();
  if (signal?.aborted) {
    return Promise.reject(signal.reason);
  }
  const worker = new Worker(new URL("./import-worker.ts", import.meta.url), {
    workerData: job,
    resourceLimits: resourceLimits,
    execArgv: [],
    env: buildEnvironment(),
  });
  const timer = setTimeout(() => {
    reject(new DescriptionError(`The document could not be imported within ${timeoutMs} ms.`));
  }, timeoutMs);
  const abort = () => reject(signal?.reason);
  signal?.addEventListener("abort", abort, { once: true });
  const tools: CatalogTool[] = [];
  worker.on("message", (message: WorkerMessage) => {
    if ("tools" in message) {
      tools.push(...message.tools);
      // Others get their turn before the next part.
      setImmediate(() => worker.postMessage("next"));
    } else if ("done" in message) {
      onBuilt?.(message.done, message.total);
    } else if ("imported" in message) {
      const { application, ...rest } = message.imported;
      resolve({ application: { ...application, tools }, ...rest });
    } else {
      reject(new DescriptionError(message.refusal));
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

/** The worker uses the process's compile cache, if there is one: it spends most of its time loading modules. */
function buildEnvironment(): NodeJS.ProcessEnv {
  const directory = getCompileCacheDir();
  return directory === undefined ? {} : { NODE_COMPILE_CACHE: directory };
}

function explain(error: unknown): unknown {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "ERR_WORKER_OUT_OF_MEMORY") {
    return new DescriptionError("The document needs too much memory to be imported.");
  }
  return error instanceof RangeError ? new DescriptionError("The document is nested too deeply.") : error;
}
