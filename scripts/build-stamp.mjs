// Runs on the machine's own Node (20 or newer) at each start, so it uses no TypeScript and no dependencies.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { projectRoot } from "./set-up.mjs";

/**
 * Hashes everything that a build depends on: file times mean nothing after a checkout or a copy.
 *
 * @param {string[]} sources paths in the project: files, and folders named `src` with all they contain but tests
 * @param {string[]} packages folders of the packages whose dependencies are built in
 * @returns {string}
 */
export function computeStamp(sources, packages) {
  const stamp = createHash("sha256");
  for (const path of sources.flatMap(listFiles).sort()) {
    stamp.update(`${path}\n`).update(readFileSync(join(projectRoot, path)));
  }
  stamp.update(JSON.stringify(listDependencies(packages)));
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

/** Lists `path@version` of the dependencies of packages and of theirs, from the lock file. */
function listDependencies(packages) {
  const lock = JSON.parse(readFileSync(join(projectRoot, "package-lock.json"), "utf8")).packages;
  const found = new Set();
  const pending = [...packages];
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
