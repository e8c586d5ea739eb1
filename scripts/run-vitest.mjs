// Runs one vitest configuration. Writes the numbers of passed and failed tests, the skipped tests and the errors as JSON to
// the file in the first argument.
import { writeFileSync } from "node:fs";
import { basename } from "node:path";
import { startVitest } from "vitest/node";

const [countsFile, config, ...filters] = process.argv.slice(2);
const vitest = await startVitest(filters, { run: true, watch: false, config });
const modules = vitest.state.getTestModules();
const tests = modules.flatMap((module) => [...module.children.allTests()]);
const listTests = (state) => tests.filter((test) => test.result().state === state);
const skipped = listTests("skipped").map((test) => {
  const { note } = test.result();
  return `${test.module.relativeModuleId} › ${test.fullName}${note ? ` (${note})` : ""}`;
});
const firstLine = (error) =>
  String(error?.message ?? error)
    .split("\n", 1)[0]
    .slice(0, 800);
/** The line of the test file that an error comes from, or else the first line known. */
const place = (error, { moduleId }) => {
  const frames = error?.stacks ?? [];
  const frame = frames.find(({ file }) => file === moduleId) ?? frames[0];
  return frame === undefined ? "" : ` (${basename(frame.file)}:${frame.line})`;
};
const describe = (name, module, error) => `${name}: ${firstLine(error)}${place(error, module)}`;
const errors = [
  ...modules.flatMap((module) =>
    module.errors().map((error) => describe(module.relativeModuleId, module, error)),
  ),
  ...[...modules.flatMap((module) => [...module.children.allSuites()]), ...listTests("failed")].flatMap(
    (part) =>
      (part.type === "suite" ? part.errors() : part.result().errors.slice(0, 1)).map((error) =>
        describe(`${part.module.relativeModuleId} › ${part.fullName}`, part.module, error),
      ),
  ),
];
const broken = modules.filter((module) => module.errors().length > 0).length;
await vitest.close();
let failed = listTests("failed").length + broken;
// A failed hook, a missing proof or an error outside a test fails the run without a failed test.
if (failed === 0 && process.exitCode) {
  failed = 1;
}
writeFileSync(countsFile, JSON.stringify({ passed: listTests("passed").length, failed, skipped, errors }));
process.exit(failed > 0 ? 1 : 0);
