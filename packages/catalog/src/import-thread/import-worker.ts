import { once } from "node:events";
import { flushCompileCache } from "node:module";
import { type MessagePort, parentPort, workerData } from "node:worker_threads";
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
 * message. `done` of `total` operations have become tools. `refusal` is the message of a `DescriptionError`.
 */
export type WorkerMessage =
  | { tools: readonly CatalogTool[] }
  | { done: number; total: number }
  | { imported: OpenApiImportResult }
  | { refusal: string };

/** JSON characters of the tools of one message. The receiver needs about 20 ms to read them. */
const partCharacters = 512 * 1024;

/** Says how far the building is, after each fiftieth operation. */
function noteBuilt(done: number, total: number): void {
  if (done % 50 === 0 || done === total) {
    parentPort?.postMessage({ done, total } satisfies WorkerMessage);
  }
}

/** Loads only the importer that is needed. */
async function runImport(job: ImportJob): Promise<OpenApiImportResult> {
  if (job.kind === "graphql") {
    const { importGraphql } = await import("../graphql/import-graphql.ts");
    return importGraphql(job.input);
  }
  const { importOpenApi } = await import("../openapi/import-openapi.ts");
  return importOpenApi(job.input, noteBuilt);
}

async function importOrRefuse(
  job: ImportJob,
): Promise<{ imported: OpenApiImportResult } | { refusal: string }> {
  try {
    return { imported: await runImport(job) };
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
  port.postMessage({ imported: { application: { ...about, tools: [] }, ...rest } } satisfies WorkerMessage);
}

const result = await importOrRefuse(workerData);
// Before the message, because the thread is terminated after it.
flushCompileCache();
if (parentPort !== null && "imported" in result) {
  await send(parentPort, result.imported);
} else {
  parentPort?.postMessage(result);
}
