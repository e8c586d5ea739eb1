// Runs one vitest configuration and writes how many tests passed, failed and were skipped as JSON into the first argument's file.
import { writeFileSync } from "node:fs";
import { startVitest } from "vitest/node";

const [countsFile, config, ...filters] = process.argv.slice(2);
const vitest = await startVitest(filters, { run: true, watch: false, config });
const modules = vitest.state.getTestModules();
const states = modules.flatMap((module) =>
  [...module.children.allTests()].map((test) => test.result().state),
);
const count = (state) => states.filter((each) => each === state).length;
const broken = modules.filter((module) => module.errors().length > 0).length;
await vitest.close();
let failed = count("failed") + broken;
// A failed hook, a missing proof, an error outside of any test: the run is red, so the count must not be zero.
if (failed === 0 && process.exitCode) {
  failed = 1;
}
writeFileSync(countsFile, JSON.stringify({ passed: count("passed"), failed, skipped: count("skipped") }));
process.exit(failed > 0 ? 1 : 0);
