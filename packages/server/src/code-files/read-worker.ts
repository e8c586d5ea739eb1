// The program of a thread that loads one file of the operator's folder and builds its application.
import { flushCompileCache } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parentPort, workerData } from "node:worker_threads";
import type { CatalogApplication } from "@bowline/catalog";
import type { DefinedApplication } from "@bowline/catalog/application";
import { buildCodeApplication } from "@bowline/catalog/build-code-application";
import { guardGlobals, registerModuleHooks, withoutFiles } from "./module-hooks.ts";

export interface ReadTask {
  folder: string;
  /** Below the folder. */
  file: string;
}

export type ReadReport = { application: CatalogApplication } | { reason: string };

async function read({ folder, file }: ReadTask): Promise<ReadReport> {
  const path = join(folder, file);
  guardGlobals();
  const hashCode = registerModuleHooks(folder, path);
  try {
    const module: { application?: DefinedApplication } = await import(pathToFileURL(path).href);
    if (module.application?.kind !== "application") {
      return { reason: "It has no export `application` that defineApplication made." };
    }
    return {
      application: buildCodeApplication(module.application, { source: "code", file, codeHash: hashCode() }),
    };
  } catch (error) {
    return { reason: describe(error, (text) => withoutFiles(text, folder, path)) };
  }
}

/** The message of an error, with the first line of the operator's own code that it names. */
function describe(error: unknown, shorten: (text: string) => string): string {
  if (!(error instanceof Error)) {
    return String(error);
  }
  const message = shorten(error.message);
  const place = /^\s*(?:at .*?\(?)?([^\s(]+\.[mc]?[jt]s:\d+)/m.exec(shorten(error.stack ?? ""))?.[1];
  return place === undefined || /node_modules|^file:|^\/|^node:/.test(place)
    ? message
    : `${message} (${place})`;
}

// The thread is ended as soon as its result is there.
flushCompileCache();
parentPort?.postMessage(await read(workerData));
