import { DescriptionError } from "../description-error.ts";
import type { GraphqlImportInput } from "../graphql/import-graphql.ts";
import type { OpenApiImportInput, OpenApiImportResult } from "../openapi/import-openapi.ts";
import type { CatalogTool } from "../tool.ts";
import { watchMemory } from "../watch-memory.ts";
import { takeImportTurn } from "./import-turns.ts";
import type { ImportJob, WorkerMessage } from "./import-worker.ts";
import { endWorker, keepWorker, takeWorker } from "./kept-workers.ts";

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
const maxMemoryMb = 1024;

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

async function runWorker(
  job: ImportJob,
  { timeoutMs = defaultTimeoutMs, signal, onBuilt }: WorkerOptions,
): Promise<OpenApiImportResult> {
  signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<OpenApiImportResult>();
  const worker = takeWorker();
  const timer = setTimeout(() => {
    reject(new DescriptionError(`The document could not be imported within ${timeoutMs} ms.`));
  }, timeoutMs);
  const endWatch = watchMemory(worker, maxMemoryMb, () => {
    reject(new DescriptionError("The document needs too much memory to be imported."));
  });
  const abort = () => reject(signal?.reason);
  signal?.addEventListener("abort", abort, { once: true });
  const tools: CatalogTool[] = [];
  let isReusable = false;
  worker.on("message", (message: WorkerMessage) => {
    if ("tools" in message) {
      tools.push(...message.tools);
      // Others get their turn before the next part.
      setImmediate(() => worker.postMessage("next"));
    } else if ("done" in message) {
      onBuilt?.(message.done, message.total);
    } else if ("imported" in message) {
      const { application, ...rest } = message.imported;
      isReusable = message.isSmall;
      resolve({ application: { ...application, tools }, ...rest });
    } else {
      isReusable = message.isSmall;
      reject(new DescriptionError(message.refusal));
    }
  });
  worker.once("error", (error: unknown) => reject(explain(error)));
  worker.once("exit", (code) => reject(new Error(`The import thread ended early with code ${code}.`)));
  worker.postMessage(job);
  return promise.finally(() => {
    clearTimeout(timer);
    endWatch();
    signal?.removeEventListener("abort", abort);
    return isReusable ? keepWorker(worker) : endWorker(worker);
  });
}

const explain = (error: unknown): unknown =>
  error instanceof RangeError ? new DescriptionError("The document is nested too deeply.") : error;
