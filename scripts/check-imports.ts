import { globSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, join, relative, sep } from "node:path";
import { findCircles } from "./find-circles.ts";
import { type OrderedFolder, orderedFolders, unlistedPackages, workspaces } from "./import-rules.ts";

const root = dirname(import.meta.dirname);

function checkFile(file: string, specifiers: string[]): string[] {
  const workspace = Object.keys(workspaces).find((folder) => file.startsWith(`${folder}/`));
  if (!workspace) {
    return [];
  }
  return specifiers.flatMap((specifier) => {
    const problem = specifier.startsWith(".")
      ? checkRelative(file, workspace, resolveImport(file, specifier))
      : checkPackage(file, workspace, specifier);
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

function checkPackage(file: string, workspace: string, specifier: string): string | null {
  const allowed = workspaces[workspace] ?? [];
  if (workspace === "packages/contract" && !/^(zod|node:|vitest|fast-check)/.test(specifier)) {
    return "the contract may import only zod";
  }
  if (specifier.startsWith("@bowline/acceptance/") && !isTestSupport(file)) {
    return "only tests may import the acceptance suite";
  }
  if (!specifier.startsWith("@bowline/")) {
    return checkListed(file, workspace, specifier);
  }
  if (allowed.includes("*") || allowed.includes(specifier)) {
    return null;
  }
  return `${workspace} may import ${allowed.join(", ") || "no other workspace"}`;
}

/**
 * npm puts the packages of all workspaces into one folder, so an import finds any of them, until npm chooses another place for it.
 * Tests and scripts may import development packages, and those that the root lists for all workspaces.
 */
function checkListed(file: string, workspace: string, specifier: string): string | null {
  const name = specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
  if (isBuiltin(specifier) || unlistedPackages.includes(name)) {
    return null;
  }
  const isSource = file.startsWith("packages/") && !isTestSupport(file);
  const manifest = workspace === "scripts" ? "package.json" : `${workspace}/package.json`;
  const listed = isSource
    ? listPackages(manifest, ["dependencies", "peerDependencies"])
    : [manifest, "package.json"].flatMap((each) => listPackages(each, ["dependencies", "devDependencies"]));
  return listed.includes(name) ? null : `list ${name} in ${manifest}`;
}

function listPackages(manifest: string, kinds: string[]): string[] {
  const lists = JSON.parse(readFileSync(join(root, manifest), "utf8"));
  return kinds.flatMap((kind) => Object.keys(lists[kind] ?? {}));
}

function checkRelative(file: string, workspace: string, target: string): string | null {
  if (!(workspaces[workspace] ?? []).includes("*") && !target.startsWith(`${workspace}/`)) {
    return "it is in another workspace; import the workspace by its name";
  }
  if (isTestSupport(file) || !file.startsWith("packages/")) {
    return null;
  }
  if (isTestSupport(target)) {
    return "sources must not import test support";
  }
  for (const ordered of orderedFolders) {
    if (file.startsWith(ordered.folder) && target.startsWith(ordered.folder)) {
      const problem = checkOrder(
        ordered,
        file.slice(ordered.folder.length),
        target.slice(ordered.folder.length),
      );
      if (problem) {
        return problem;
      }
    }
  }
  return null;
}

function isTestSupport(file: string): boolean {
  return /\.test\.tsx?$|^packages\/[^/]+\/(?:testing|e2e)\//.test(file);
}

function checkOrder(ordered: OrderedFolder, file: string, target: string): string | null {
  const [from, to] = [findPart(file), findPart(target)];
  return from === to
    ? checkOperations(file, target)
    : (checkParts(ordered, from, to) ?? checkClosed(ordered, to, target));
}

function checkParts({ layers, importedBy = {} }: OrderedFolder, from: string, to: string): string | null {
  const [fromLayer, toLayer] = [from, to].map((part) => layers.findIndex((layer) => layer.includes(part)));
  if (fromLayer === undefined || toLayer === undefined || fromLayer < 0 || toLayer < 0) {
    return `add ${fromLayer === -1 ? from : to} to the layers in scripts/import-rules.ts`;
  }
  if (toLayer === fromLayer) {
    return `${from} and ${to} are in the same layer (scripts/import-rules.ts)`;
  }
  if (toLayer < fromLayer) {
    return "imports go down, never up (ARCHITECTURE.md)";
  }
  const importers = importedBy[to];
  return importers && !importers.includes(from)
    ? `only ${importers.join(", ")} import ${to}; take what is needed as an argument`
    : null;
}

function checkClosed({ closed = [] }: OrderedFolder, to: string, target: string): string | null {
  return closed.includes(to) && target.split("/").length > 2
    ? `only ${to} imports what is in its folders; import a file that lies directly in it`
    : null;
}

/** The first part of a path: a file or folder directly in the ordered folder. */
function findPart(path: string): string {
  return path.split("/")[0] ?? "";
}

function checkOperations(file: string, target: string): string | null {
  const [fromResource, toResource] = [file, target].map((path) => /^operations\/([^/]+)\//.exec(path)?.[1]);
  return fromResource && toResource && fromResource !== toResource
    ? "operations must not import operations of another resource"
    : null;
}

function resolveImport(file: string, specifier: string): string {
  return toProjectPath(join(dirname(file), specifier));
}

function toProjectPath(path: string): string {
  return relative(root, join(root, path)).split(sep).join("/");
}

const files = globSync(
  ["packages/*/{src,testing,e2e}/**/*.{ts,tsx}", "{acceptance,bench,scripts}/**/*.{ts,mjs}"],
  {
    cwd: root,
  },
)
  .map((file) => file.split(sep).join("/"))
  .filter((file) => !file.includes("node_modules/"));
const imports = new Map(files.map((file) => [file, readImports(file)]));
const broken = Array.from(imports, ([file, specifiers]) => checkFile(file, specifiers)).flat();
const graph = new Map(
  Array.from(imports, ([file, specifiers]) => [
    file,
    specifiers
      .filter((specifier) => specifier.startsWith("."))
      .map((specifier) => resolveImport(file, specifier)),
  ]),
);
const problems = [
  ...broken,
  ...findCircles(graph).map((circle) => `Circular imports:\n  ${circle.join("\n  ")}`),
];
for (const problem of problems) {
  console.error(problem);
}
console.log(`${files.length} files read.`);
process.exitCode = problems.length > 0 ? 1 : 0;
