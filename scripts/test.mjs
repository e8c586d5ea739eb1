import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { installOutsideParts } from "./install-outside-parts.mjs";
import { projectRoot, setUp } from "./set-up.mjs";

// `npm test -- packages/server` runs only the unit tests of files whose paths hold that text.
const filters = process.argv.slice(2).filter((argument) => !argument.startsWith("--"));
const checksFailed = process.argv.some((argument) => /^--checks-failed=[^0]/.test(argument));
const node = setUp({ needsDevelopmentParts: true });
const missing = filters.length === 0 ? installOutsideParts() : [];
const folder = mkdtempSync(join(tmpdir(), "bowline-test-"));
const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };

const runs = [run("Unit tests", join(projectRoot, "vitest.config.ts"), filters)];
if (filters.length === 0) {
  runs.push(run("Acceptance tests", join(projectRoot, "acceptance", "vitest.config.ts"), []));
}
rmSync(folder, { recursive: true });

const sum = (name) => runs.reduce((total, counts) => total + counts[name], 0);
const failures = checksFailed ? ["npm run check, see above."] : [];
if (process.env.CI) {
  failures.push(...missing);
}
if (sum("passed") + sum("failed") === 0) {
  failures.push("No test ran.");
}
for (const text of failures) {
  console.log(`FAILED: ${text}`);
}
for (const text of missing) {
  console.log(`SKIPPED: ${text}`);
}
if (sum("skipped") > 0) {
  console.log(`${sum("skipped")} tests skipped`);
}
const failed = sum("failed") + failures.length;
console.log(`${sum("passed")} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

function run(title, config, runFilters) {
  console.log(`\n== ${title}`);
  const countsFile = join(folder, `${title}.json`);
  const script = join(projectRoot, "scripts", "run-vitest.mjs");
  spawnSync(node, [script, countsFile, config, ...runFilters], { cwd: projectRoot, stdio: "inherit", env });
  try {
    return JSON.parse(readFileSync(countsFile, "utf8"));
  } catch {
    console.log(`FAILED: the ${title.toLowerCase()} ended before they were done.`);
    return { passed: 0, failed: 1, skipped: 0 };
  }
}
