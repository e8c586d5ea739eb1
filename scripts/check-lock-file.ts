import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const root = dirname(import.meta.dirname);
const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
  packages: Record<string, { version?: string; resolved?: string; link?: boolean; integrity?: string }>;
};

// An address in the lock file ties every install to the registry it was made with.
const problems = Object.entries(lock.packages).flatMap(([path, { resolved, link, integrity }]) => {
  if (resolved && /^[a-z+]+:\/\//.test(resolved))
    return [`package-lock.json: ${path} names a host in "resolved".`];
  if (path.includes("node_modules/") && !link && !integrity)
    return [`package-lock.json: ${path} has no integrity.`];
  return [];
});
if (/^\s*(@[^:]+:)?registry\s*=/m.test(readFileSync(join(root, ".npmrc"), "utf8"))) {
  problems.push(".npmrc names a registry.");
}
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
