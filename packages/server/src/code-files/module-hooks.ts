import { hash } from "node:crypto";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { registerHooks } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** What applications import to define themselves. */
const form = import.meta.resolve("@bowline/catalog/application");
/** The same zod as ours: it reads the schemas. */
const zod = import.meta.resolve("zod");

/** Modules that reach the network, past the rules for addresses and time. */
const networkModules = new Set(["dgram", "dns", "dns/promises", "http", "http2", "https", "net", "tls"]);
/** Modules that reach other processes or the server itself. */
const processModules = new Set([
  "child_process",
  "cluster",
  "inspector",
  "inspector/promises",
  "repl",
  "worker_threads",
]);

/**
 * Prepares a thread for the operator's files: `bowline/application` and `zod` are ours, TypeScript and JavaScript are read as ES
 * modules, and modules that open connections or processes are refused to them. It guards against mistakes: the operator's code is
 * trusted like the server's.
 *
 * @param folder the folder of the operator's applications
 * @param file the application's own, which may be a link
 * @returns a function that makes the SHA-256 of all files of the operator that the thread has loaded so far
 */
export function registerModuleHooks(folder: string, file = join(folder, "application.ts")): () => string {
  const contents = new Map<string, string>();
  const places = listPlaces(folder, file).map((place) => pathToFileURL(place).href);
  /** Packages that lie elsewhere, such as beside the folder in a workspace. */
  const brought = new Set<string>();
  const isOperators = (url = "") => places.some((place) => url.startsWith(place)) || brought.has(url);
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === "bowline/application") {
        return { url: form, shortCircuit: true };
      }
      if (specifier === "zod" && isOperators(context.parentURL)) {
        return { url: zod, shortCircuit: true };
      }
      if (!isOperators(context.parentURL)) {
        return next(specifier, context);
      }
      checkModule(specifier);
      const resolved = next(specifier, context);
      brought.add(resolved.url);
      return resolved;
    },
    load(url, context, next) {
      const place = places.find((one) => url.startsWith(one));
      const isPlain = place !== undefined && !url.includes("/node_modules/");
      const format = isPlain ? formatOf(url) : undefined;
      const loaded = next(url, format === undefined ? context : { ...context, format });
      if (place !== undefined) {
        // Node.js reads some packages by itself, later.
        contents.set(
          url.slice(place.length),
          hash("sha256", loaded.source ?? readFileSync(fileURLToPath(url))),
        );
      }
      return loaded;
    },
  });
  return () => hash("sha256", JSON.stringify([...contents].sort(([one], [other]) => (one < other ? -1 : 1))));
}

function formatOf(url: string): "module-typescript" | "module" | undefined {
  if (url.endsWith(".ts")) {
    return "module-typescript";
  }
  return url.endsWith(".js") ? "module" : undefined;
}

/**
 * Takes the ways to the network, and to signals that would end the whole server, out of the thread's globals, and the variable of Node's
 * compile cache out of its environment. Node.js itself refuses threads `process.abort`, `process.chdir`, `process.umask` and the like.
 */
export function guardGlobals(): void {
  delete process.env.NODE_COMPILE_CACHE;
  Object.assign(globalThis, { fetch: refuseFetch, WebSocket: undefined, EventSource: undefined });
  const { getBuiltinModule } = process;
  Object.assign(process, {
    kill: refuseKill,
    getBuiltinModule(id: string): unknown {
      checkModule(id);
      return getBuiltinModule(id);
    },
  });
}

function refuseFetch(): never {
  throw new Error("fetch is not available to applications. Send requests with egress.request.");
}

function refuseKill(): never {
  throw new Error("process.kill is not available to applications. To end a call, throw a ToolError.");
}

/** @throws Error for a module that applications must not use */
function checkModule(specifier: string): void {
  const name = specifier.replace(/^node:/, "");
  if (networkModules.has(name)) {
    throw new Error(`${specifier} is not available to applications. Send requests with egress.request.`);
  }
  if (processModules.has(name)) {
    throw new Error(`${specifier} is not available to applications.`);
  }
}

/** A message of an error without the addresses of files, which a caller need not know. */
export const withoutFiles = (message: string, folder: string, file: string): string =>
  listPlaces(folder, file)
    .flatMap((place) => [pathToFileURL(place).href, place])
    .reduce((text, place) => text.replaceAll(place, ""), message);

/** The folder as it is named, and where it and the application lie when their names are links. Node.js names modules by the latter. */
const listPlaces = (folder: string, file: string): string[] =>
  [...new Set([folder, followLinks(folder), dirname(followLinks(file))])].map((place) => `${place}/`);

const followLinks = (path: string): string => (existsSync(path) ? realpathSync(path) : path);
