import { flushCompileCache } from "node:module";
import { parentPort, workerData } from "node:worker_threads";
import { DescriptionError } from "../description-error.ts";
import { importOpenApi, type OpenApiImportInput, type OpenApiImportResult } from "./import-openapi.ts";

/** The message of the worker thread. `refusal` is the message of a `DescriptionError`. */
export type WorkerResult = { imported: OpenApiImportResult } | { refusal: string };

function importOrRefuse(input: OpenApiImportInput): WorkerResult {
  try {
    return { imported: importOpenApi(input) };
  } catch (error) {
    if (error instanceof DescriptionError) {
      return { refusal: error.message };
    }
    throw error;
  }
}

const result = importOrRefuse(workerData);
// Before the message, because the thread is terminated after it.
flushCompileCache();
parentPort?.postMessage(result);
