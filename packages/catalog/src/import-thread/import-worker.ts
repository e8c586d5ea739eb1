import { once } from "node:events";
import { flushCompileCache } from "node:module";
import { getHeapStatistics } from "node:v8";
import { type MessagePort, parentPort } from "node:worker_threads";
import { DescriptionError } from "../description-error.ts";
import type { GraphqlImportInput } from "../graphql/import-graphql.ts";
import type { OpenApiImportInput, OpenApiImportResult } from "../openapi/import-openapi.ts";
import type { CatalogTool } from "../tool.ts";

/** What the thread is to import. */
export type ImportJob =
  | { kind: "openapi"; input: OpenApiImportInput }
  | { kind: "graphql"; input: GraphqlImportInput };

/**
 * A message of the worker thread. `tools` come in parts, before the rest of the result; after each part the thread waits for a
 * message. `done` of `total` operations have become tools. `refusal` is the message of a `DescriptionError`. A thread that is not
 * small any more is ended, so that its memory is free again; else it may get another job. `missing` are addresses of files that the job
 * needs, too.
 */
export type WorkerMessage =
  | { tools: readonly CatalogTool[] }
  | { done: number; total: number }
  | { imported: OpenApiImportResult; isSmall: boolean }
  | { missing: string[]; isSmall: boolean }
  | { refusal: string; isSmall: boolean };

type Done = { imported: OpenApiImportResult } | { missing: string[] };

/** JSON characters of the tools of one message. The receiver needs about 20 ms to read them. */
const partCharacters = 512 * 1024;

/** Most documents need less. */
const smallHeapBytes = 48 * 1024 * 1024;

const isSmall = (): boolean => getHeapStatistics().total_heap_size <= smallHeapBytes;

/** Says how far the building is, after each fiftieth operation. */
function noteBuilt(done: number, total: number): void {
  if (done % 50 === 0 || done === total) {
    parentPort?.postMessage({ done, total } satisfies WorkerMessage);
  }
}

/** Loads only the importer that is needed. */
async function runImport(job: ImportJob): Promise<Done> {
  if (job.kind === "graphql") {
    const { importGraphql } = await import("../graphql/import-graphql.ts");
    return { imported: importGraphql(job.input) };
  }
  const { importOpened, openDescription } = await import("../openapi/import-openapi.ts");
  const opened = openDescription(job.input);
  const { missing } = opened.files;
  return missing.length > 0 ? { missing } : { imported: importOpened(job.input, opened, noteBuilt) };
}

async function importOrRefuse(job: ImportJob): Promise<Done | { refusal: string }> {
  try {
    return await runImport(job);
  } catch (error) {
    if (error instanceof DescriptionError) {
      return { refusal: error.message };
    }
    throw error;
  }
}

function* splitTools(tools: readonly CatalogTool[]): Generator<CatalogTool[]> {
  let part: CatalogTool[] = [];
  let characters = 0;
  for (const tool of tools) {
    part.push(tool);
    characters += JSON.stringify(tool).length;
    if (characters > partCharacters) {
      yield part;
      part = [];
      characters = 0;
    }
  }
  yield part;
}

async function send(port: MessagePort, { application, ...rest }: OpenApiImportResult): Promise<void> {
  const { tools, ...about } = application;
  for (const part of splitTools(tools)) {
    port.postMessage({ tools: part } satisfies WorkerMessage);
    await once(port, "message");
  }
  port.postMessage({
    imported: { application: { ...about, tools: [] }, ...rest },
    isSmall: isSmall(),
  } satisfies WorkerMessage);
}

async function runJobs(port: MessagePort): Promise<void> {
  for (;;) {
    const [job] = await once(port, "message");
    const result = await importOrRefuse(job);
    // Before the message, because the thread may be terminated after it.
    flushCompileCache();
    if ("imported" in result) {
      await send(port, result.imported);
    } else {
      port.postMessage({ ...result, isSmall: isSmall() } satisfies WorkerMessage);
    }
  }
}

// Nothing of one document can stay for the next one.
for (const { prototype } of [Object, Array, Function]) {
  Object.preventExtensions(prototype);
}
if (parentPort !== null) {
  await runJobs(parentPort);
}
