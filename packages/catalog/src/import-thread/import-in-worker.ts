import { DescriptionError } from "../description-error.ts";
import type { GraphqlImportInput } from "../graphql/import-graphql.ts";
import type { DescriptionFile, DescriptionFiles } from "../openapi/files/description-file.ts";
import type { OpenApiImportInput, OpenApiImportResult } from "../openapi/import-openapi.ts";
import type { CatalogTool } from "../tool.ts";
import { watchMemory } from "../watch-memory.ts";
import { takeImportTurn } from "./import-turns.ts";
import type { ImportJob, WorkerMessage } from "./import-worker.ts";
import { endWorker, keepWorker, takeWorker } from "./kept-workers.ts";

export interface WorkerOptions {
  /** Time limit. Default 60,000. Waiting for other imports does not count. */
  timeoutMs?: number;
  /** Stops the import. The promise rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Hears how many of the description's operations have become tools. */
  onBuilt?: (done: number, total: number) => void;
}

export interface OpenApiWorkerOptions extends WorkerOptions {
  /**
   * Fetches files of the document's origin that the document refers to, and returns something for each address (decisions D24a). Each is
   * asked for once. Default: they are not followed.
   *
   * @param timeoutMs what is left of the import's time
   */
  fetchFiles?: (urls: readonly string[], timeoutMs: number) => Promise<DescriptionFiles>;
}

/** What a thread returns when it needs files first. */
interface NeedsFiles {
  missing: string[];
}

const defaultTimeoutMs = 60_000;
/** GitHub's document of 13 MB needs about 250 MB. Without a limit a hostile document could stop the server. */
const maxMemoryMb = 1024;

/**
 * Runs `importOpenApi` in a worker thread, so that a big document never blocks the event loop. Also throws `DescriptionError`
 * when the import takes too long or needs too much memory. Two imports run at a time; throws `ImportsBusyError` when too many wait.
 * With `fetchFiles` the document is read again when its files are there, which may need others.
 */
export async function importOpenApiInWorker(
  input: OpenApiImportInput,
  { fetchFiles, timeoutMs = defaultTimeoutMs, ...options }: OpenApiWorkerOptions = {},
): Promise<OpenApiImportResult> {
  if (fetchFiles === undefined) {
    return refuseFiles(await takeImportTurn(() => runWorker({ kind: "openapi", input }, timeoutMs, options)));
  }
  const files = new Map<string, DescriptionFile>();
  let leftMs = timeoutMs;
  const spend = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (leftMs <= 0) {
      throw new DescriptionError(`The document and its files could not be read within ${timeoutMs} ms.`);
    }
    const begin = performance.now();
    const result = await work();
    leftMs -= performance.now() - begin;
    return result;
  };
  for (;;) {
    const job: ImportJob = { kind: "openapi", input: { ...input, files } };
    const result = await takeImportTurn(() => spend(() => runWorker(job, Math.ceil(leftMs), options)));
    if (!("missing" in result)) {
      return result;
    }
    // Others have their turn meanwhile, since a server may be slow.
    const fetched = await spend(() => fetchFiles(result.missing, leftMs));
    for (const [url, file] of fetched) {
      files.set(url, file);
    }
  }
}

/** Without `files` nothing is followed. */
function refuseFiles(result: OpenApiImportResult | NeedsFiles): OpenApiImportResult {
  if ("missing" in result) {
    throw new Error("The import thread asked for files of a description that has none.");
  }
  return result;
}

/** Like `importOpenApiInWorker`, with `importGraphql`. */
export async function importGraphqlInWorker(
  input: GraphqlImportInput,
  { timeoutMs = defaultTimeoutMs, ...options }: WorkerOptions = {},
): Promise<OpenApiImportResult> {
  return refuseFiles(await takeImportTurn(() => runWorker({ kind: "graphql", input }, timeoutMs, options)));
}

async function runWorker(
  job: ImportJob,
  timeoutMs: number,
  { signal, onBuilt }: Omit<WorkerOptions, "timeoutMs">,
): Promise<OpenApiImportResult | NeedsFiles> {
  signal?.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<OpenApiImportResult | NeedsFiles>();
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
    } else if ("missing" in message) {
      isReusable = message.isSmall;
      resolve({ missing: message.missing });
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
