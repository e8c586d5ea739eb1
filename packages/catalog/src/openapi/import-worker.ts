import { parentPort, workerData } from "node:worker_threads";
import { DescriptionError } from "../description-error.ts";
import { importOpenApi, type OpenApiImportInput, type OpenApiImportResult } from "./import-openapi.ts";

/** What the worker thread answers. `refusal` is a `DescriptionError`'s message. */
export type WorkerAnswer = { result: OpenApiImportResult } | { refusal: string };

function answer(input: OpenApiImportInput): WorkerAnswer {
  try {
    return { result: importOpenApi(input) };
  } catch (error) {
    if (error instanceof DescriptionError) {
      return { refusal: error.message };
    }
    throw error;
  }
}

parentPort?.postMessage(answer(workerData));
