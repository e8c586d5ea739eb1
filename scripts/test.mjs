import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { runProgram } from "./become-program.mjs";
import { installOutsideParts } from "./install-outside-parts.mjs";
import { findServerProgram } from "./server-build.mjs";
import { compileCache, projectRoot, setUp } from "./set-up.mjs";

/** Of each kind of message at the end of the output. */
const maxListed = 15;
/** Of the extended tests (acceptance/support/extended-files.ts). */
const shards = 12;

// `npm test -- packages/server` runs only the unit tests whose paths contain that text. A path that begins with `acceptance/`
// selects acceptance tests. `--all` runs all extended tests, not one shard of them.
const runsAll = process.argv.includes("--all");
const filters = process.argv.slice(2).filter((argument) => argument !== "--all");
const acceptanceFilters = filters.filter((filter) => filter.startsWith("acceptance/"));
const unitFilters = filters.filter((filter) => !filter.startsWith("acceptance/"));
process.chdir(projectRoot);
const node = setUp({ needsDevelopmentParts: true });
// Otherwise the first tests would each build it.
findServerProgram(node);
const missing = filters.length === 0 ? installOutsideParts(node) : [];
const shard = runsAll || filters.length > 0 ? undefined : chooseShard();
const folder = mkdtempSync(join(tmpdir(), "bowline-test-"));
const env = {
  ...process.env,
  PATH: `${dirname(node)}${delimiter}${process.env.PATH}`,
  // For the programs that tests start.
  NODE_COMPILE_CACHE: compileCache,
  EXTENDED_SHARD: shard,
};

const chosen = [
  { title: "Unit tests", config: join(projectRoot, "vitest.config.ts"), filters: unitFilters },
  {
    title: "Acceptance tests",
    config: join(projectRoot, "acceptance", "vitest.config.ts"),
    filters: acceptanceFilters,
  },
].filter((each) => filters.length === 0 || each.filters.length > 0);
const runs = [];
for (const each of chosen) {
  runs.push(await run(each));
}
rmSync(folder, { recursive: true });

const sum = (name) => runs.reduce((total, counts) => total + counts[name], 0);
const skipped = [...missing, ...runs.flatMap((counts) => counts.skipped)];
// In CI every test must run. Elsewhere a test may need another user or system.
const mustRunAll = Boolean(process.env.CI) && filters.length === 0;
const failures = mustRunAll ? skipped.map((text) => `skipped: ${text}`) : [];
if (sum("passed") + sum("failed") === 0) {
  failures.push("No test ran.");
}
list("FAILED", failures);
list("SKIPPED", mustRunAll ? [] : skipped);
list(
  "FLAKY, passed when it ran again",
  runs.flatMap((counts) => counts.flaky),
);
// Last, since the end of the output is read first.
list(
  "ERROR",
  runs.flatMap((counts) => counts.errors),
);
if (shard !== undefined) {
  console.log(`Extended tests: shard ${shard}. \`npm test -- --all\` runs all of them.`);
}
const failed = sum("failed") + failures.length;
console.log(`${sum("passed")} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;

function list(title, texts) {
  for (const text of texts.slice(0, maxListed)) {
    console.log(`${title}: ${text}`);
  }
  if (texts.length > maxListed) {
    console.log(`${title}: … and ${texts.length - maxListed} more`);
  }
}

/** The same for each run of a commit, so that what fails can be repeated. `EXTENDED_SHARD=2/12` names another. */
function chooseShard() {
  const { stdout } = spawnSync("git", ["rev-parse", "HEAD"], { encoding: "utf8" });
  // Without git or a commit, the first.
  const commit = Number.parseInt(stdout?.slice(0, 8) || "0", 16);
  return process.env.EXTENDED_SHARD ?? `${(commit % shards) + 1}/${shards}`;
}

/** After a signal, exits as the signal would have ended this process. */
async function run({ title, config, filters: runFilters }) {
  console.log(`\n== ${title}`);
  const countsFile = join(folder, `${title}.json`);
  const script = join(projectRoot, "scripts", "run-vitest.mjs");
  const { forwarded } = await runProgram(node, [script, countsFile, config, ...runFilters], env);
  if (forwarded !== null) {
    rmSync(folder, { recursive: true });
    process.exit(128 + constants.signals[forwarded]);
  }
  try {
    return JSON.parse(readFileSync(countsFile, "utf8"));
  } catch {
    console.log(`FAILED: the ${title.toLowerCase()} stopped before they were done.`);
    return { passed: 0, failed: 1, skipped: [], errors: [], flaky: [] };
  }
}
