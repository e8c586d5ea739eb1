// Runs on the machine's own Node (20 or newer) at each start, so it uses no TypeScript and no dependencies.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { projectRoot } from "./set-up.mjs";

/** What the built console is made from. */
const sources = [
  "packages/console/build/first-view.js",
  "packages/console/build/prepare-first-view.ts",
  "packages/console/index.html",
  "packages/console/package.json",
  "packages/console/vite.config.ts",
  "packages/console/src",
  "packages/sdk/package.json",
  "packages/sdk/src",
  "scripts/build-console.mjs",
];

/** The folder of the built console, as the server's setting has it. */
export const findConsoleFolder = (env) =>
  resolve(env.BOWLINE_CONSOLE_DIR?.trim() || join(projectRoot, "packages", "console", "dist"));

/** Whether the folder holds the console of these sources. */
export function isConsoleBuilt(folder) {
  const file = join(folder, ".stamp");
  return existsSync(file) && readFileSync(file, "utf8") === computeConsoleStamp();
}

/** Hashes everything that the built console depends on: file times mean nothing after a checkout or a copy. */
export function computeConsoleStamp() {
  const stamp = createHash("sha256");
  for (const path of sources.flatMap(listFiles).sort()) {
    stamp.update(`${path}\n`).update(readFileSync(join(projectRoot, path)));
  }
  stamp.update(JSON.stringify(listPackages()));
  return stamp.digest("hex");
}

function listFiles(path) {
  const full = join(projectRoot, path);
  if (!existsSync(full)) {
    return [];
  }
  if (!path.endsWith("/src")) {
    return [path];
  }
  return readdirSync(full, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => relative(projectRoot, join(entry.parentPath ?? entry.path, entry.name)))
    .map((file) => file.split(sep).join("/"));
}

/** Lists `path@version` of the console's dependencies and of theirs, from the lock file. */
function listPackages() {
  const lock = JSON.parse(readFileSync(join(projectRoot, "package-lock.json"), "utf8")).packages;
  const found = new Set();
  const pending = ["packages/console"];
  for (const path of pending) {
    const { dependencies, optionalDependencies, peerDependencies } = lock[path] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })) {
      const dependency = findPackage(lock, path, name);
      if (dependency !== null && !found.has(dependency)) {
        found.add(dependency);
        pending.push(dependency);
      }
    }
  }
  return [...found].map((path) => `${path}@${lock[path].version}`).sort();
}

/** As Node resolves it: in the nearest node_modules. */
function findPackage(lock, from, name) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/")))) {
    const path = `${folder}${folder && "/"}node_modules/${name}`;
    if (lock[path] !== undefined) {
      return path;
    }
    if (folder === "") {
      return null;
    }
  }
}
