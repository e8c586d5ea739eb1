// Runs one vitest configuration and writes how many tests passed and failed, and which were skipped, as JSON into the first argument's file.
import { writeFileSync } from "node:fs";
import { startVitest } from "vitest/node";

const [countsFile, config, ...filters] = process.argv.slice(2);
const vitest = await startVitest(filters, { run: true, watch: false, config });
const modules = vitest.state.getTestModules();
const tests = modules.flatMap((module) => [...module.children.allTests()]);
const testsThat = (state) => tests.filter((test) => test.result().state === state);
const skipped = testsThat("skipped").map((test) => {
  const { note } = test.result();
  return `${test.module.relativeModuleId} › ${test.fullName}${note ? ` (${note})` : ""}`;
});
const broken = modules.filter((module) => module.errors().length > 0).length;
await vitest.close();
let failed = testsThat("failed").length + broken;
// A failed hook, a missing proof, an error outside of any test: the run is red, so the count must not be zero.
if (failed === 0 && process.exitCode) {
  failed = 1;
}
writeFileSync(countsFile, JSON.stringify({ passed: testsThat("passed").length, failed, skipped }));
process.exit(failed > 0 ? 1 : 0);
