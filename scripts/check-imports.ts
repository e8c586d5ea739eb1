import { globSync, readFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";

/** What a workspace may import of the others. `*`: anything. */
const workspaces: Record<string, string[]> = {
  "packages/contract": [],
  "packages/catalog": ["@bowline/contract"],
  "packages/server": ["@bowline/contract", "@bowline/catalog"],
  "packages/sdk": ["@bowline/contract"],
  "packages/cli": ["@bowline/contract", "@bowline/sdk"],
  "packages/console": ["@bowline/contract", "@bowline/sdk"],
  // Black-box tests could test a rewrite: they know the contract, not the code.
  acceptance: ["@bowline/contract"],
  bench: ["*"],
  scripts: ["*"],
};

/** The server's folders from the top down: a folder imports its own layer and those below it. */
const serverLayers = [
  ["http", "mcp", "oauth", "pages"],
  ["entry"],
  ["operations"],
  ["jobs"],
  ["execution", "connect"],
  ["runtimes", "connections"],
  ["catalog", "history", "identity", "limits", "egress", "vault", "db"],
];
/** Files that, with those in process/, put the server together; nothing else imports them. */
const serverTop = ["main.ts", "app.ts", "index.ts"];
/** The one file that knows every kind of runtime. */
const runtimeRegistry = "runtimes/runtimes.ts";
const server = "packages/server/src/";

const root = dirname(import.meta.dirname);

function checkFile(file: string): string[] {
  const workspace = Object.keys(workspaces).find((folder) => file.startsWith(`${folder}/`));
  if (!workspace) {
    return [];
  }
  return readImports(file).flatMap((specifier) => {
    const problem = specifier.startsWith(".")
      ? checkRelative(file, workspace, toProjectPath(join(dirname(file), specifier)))
      : checkPackage(workspace, specifier);
    return problem ? [`${file} imports ${specifier}: ${problem}`] : [];
  });
}

function readImports(file: string): string[] {
  const source = readFileSync(join(root, file), "utf8");
  const patterns = [
    /^(?:import|export)\s[^"'`;=()]*\bfrom\s*["']([^"'\n]+)["']/gm,
    /^import\s*["']([^"'\n]+)["']/gm,
    /\bimport\(\s*["']([^"'\n]+)["']/g,
  ];
  return patterns.flatMap((pattern) =>
    Array.from(source.matchAll(pattern), ([, specifier]) => specifier ?? ""),
  );
}

function checkPackage(workspace: string, specifier: string): string | null {
  const allowed = workspaces[workspace] ?? [];
  if (allowed.includes("*")) {
    return null;
  }
  if (workspace === "packages/contract" && !/^(zod|node:|vitest|fast-check)/.test(specifier)) {
    return "the contract depends on zod alone";
  }
  if (!specifier.startsWith("@bowline/") || allowed.includes(specifier)) {
    return null;
  }
  return `${workspace} may import ${allowed.join(", ") || "no other workspace"}`;
}

function checkRelative(file: string, workspace: string, target: string): string | null {
  if (!(workspaces[workspace] ?? []).includes("*") && !target.startsWith(`${workspace}/`)) {
    return "it lies in another workspace; import that by its name";
  }
  const isTest = /\.test\.ts$|^packages\/[^/]+\/testing\//.test(file);
  if (!isTest && /^packages\/[^/]+\/testing\//.test(target) && file.startsWith("packages/")) {
    return "sources do not import test support";
  }
  return file.startsWith(server) && !isTest
    ? checkServer(file.slice(server.length), target.slice(server.length))
    : null;
}

function checkServer(file: string, target: string): string | null {
  if (serverTop.includes(file) || file.startsWith("process/")) {
    return null;
  }
  if (serverTop.includes(target)) {
    return "nothing imports what puts the server together";
  }
  if (!file.includes("/") || !target.includes("/")) {
    return null;
  }
  const [from, to] = [layerOf(file), layerOf(target)];
  if (from === -1 || to === -1) {
    return "name its folder in SERVER_LAYERS of scripts/check-imports.ts";
  }
  if (to < from) {
    return "imports go down, never up (ARCHITECTURE.md)";
  }
  const runtime = readRuntimeFolder(target);
  if (runtime !== undefined && file !== runtimeRegistry && runtime !== readRuntimeFolder(file)) {
    return `only ${runtimeRegistry} and a runtime itself know its kind; use runtimes/runtime.ts`;
  }
  const [fromResource, toResource] = [operationResource(file), operationResource(target)];
  if (fromResource && toResource && fromResource !== toResource) {
    return "operations do not import each other";
  }
  return null;
}

function layerOf(path: string): number {
  const folder = path.split("/")[0] ?? "";
  return serverLayers.findIndex((layer) => layer.includes(folder));
}

/** `runtimes/http` of a file that lies in it; undefined for what all runtimes share. */
function readRuntimeFolder(path: string): string | undefined {
  return /^runtimes\/[^/]+(?=\/)/.exec(path)?.[0];
}

function operationResource(path: string): string | undefined {
  return /^operations\/([^/]+)\//.exec(path)?.[1];
}

function toProjectPath(path: string): string {
  return relative(root, join(root, path)).split(sep).join("/");
}

const files = globSync(["packages/*/{src,testing}/**/*.{ts,tsx}", "{acceptance,bench,scripts}/**/*.ts"], {
  cwd: root,
})
  .map((file) => file.split(sep).join("/"))
  .filter((file) => !file.includes("node_modules/"));
const problems = files.flatMap(checkFile);
for (const problem of problems) {
  console.error(problem);
}
console.log(`${files.length} files read.`);
process.exitCode = problems.length > 0 ? 1 : 0;
