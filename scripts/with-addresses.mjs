// Runs on the machine's own Node (20 or newer) before anything is installed, so it uses no TypeScript and no dependencies.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** npm reads it instead of package-lock.json. */
const nameOfCopy = "npm-shrinkwrap.json";

/**
 * Runs an installation that knows the address of every package. package-lock.json names none, since they depend on the registry, and
 * npm would read the whole record of each package for it: that took half of an installation's CPU time.
 *
 * @template Result
 * @param {string} root the folder with package-lock.json
 * @param {string} registry its address. The packages are where npm's own registry and most others have them.
 * @param {() => Result} install
 * @returns {Result}
 */
export function withAddresses(root, registry, install) {
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  for (const [path, entry] of Object.entries(lock.packages)) {
    const [, installedName] = /.*node_modules\/(.+)$/.exec(path) ?? [];
    if (installedName !== undefined && entry.integrity !== undefined) {
      const name = entry.name ?? installedName;
      const file = `${name.split("/").at(-1)}-${entry.version}.tgz`;
      entry.resolved ??= new URL(`${name}/-/${file}`, registry.replace(/\/?$/, "/")).href;
    }
  }
  try {
    writeFileSync(join(root, nameOfCopy), JSON.stringify(lock));
  } catch {
    // The folder may not be written to, only node_modules. npm reads the records.
  }
  try {
    return install();
  } finally {
    removeAddresses(root);
  }
}

/** Removes what an installation that was killed has left. */
export const removeAddresses = (root) => rmSync(join(root, nameOfCopy), { force: true });
