import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

interface LockedPackage {
  resolved?: string;
  link?: boolean;
  integrity?: string;
  optionalDependencies?: Record<string, string>;
}

const root = dirname(import.meta.dirname);
const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
  packages: Record<string, LockedPackage>;
};

const problems = Object.entries(packages).flatMap(([path, entry]) => checkPackage(path, entry));
if (/^\s*(@[^:]+:)?registry\s*=/m.test(readFileSync(join(root, ".npmrc"), "utf8"))) {
  problems.push(".npmrc names a registry.");
}
for (const problem of problems) {
  console.error(problem);
}
process.exitCode = problems.length > 0 ? 1 : 0;

function checkPackage(
  path: string,
  { resolved, link, integrity, optionalDependencies }: LockedPackage,
): string[] {
  const found: string[] = [];
  // An address would tie every install to the registry used for the lock file.
  if (resolved && /^[a-z+]+:\/\//.test(resolved)) {
    found.push(`${path} names a host in "resolved".`);
  }
  if (path.includes("node_modules/") && !link && !integrity) {
    found.push(`${path} has no integrity.`);
  }
  // npm silently drops an optional package that it cannot find. The next `npm ci` then refuses the lock file.
  for (const name of Object.keys(optionalDependencies ?? {})) {
    if (!isLocked(path, name)) {
      found.push(`${path} needs ${name}, which is not in the lock file.`);
    }
  }
  return found.map((problem) => `package-lock.json: ${problem}`);
}

/** Looks in the package's own node_modules, then in those of its parents, as Node does. */
function isLocked(path: string, name: string): boolean {
  const segments = path.split("/");
  const places = segments.map((_, index) => segments.slice(0, segments.length - index).join("/"));
  return [...places, ""].some((place) => `${place ? `${place}/` : ""}node_modules/${name}` in packages);
}
