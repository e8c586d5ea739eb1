// Runs one vitest configuration. Writes the numbers of passed and failed tests, the skipped tests and the errors as JSON to
// the file in the first argument. A signal ends it together with everything that the tests have started, and so does the end of
// the process that started it.
import { subscribe } from "node:diagnostics_channel";
import { writeFileSync } from "node:fs";
import { constants } from "node:os";
import { basename } from "node:path";
import { createVitest } from "vitest/node";
import { endSignals } from "./become-program.mjs";

/** When more files fail than this, it is no chance. */
const mostRepeated = 3;
/** What vitest runs the test files in. */
const workerProgram = "workers/forks.js";
/** For the tests' processes and the shared servers to end in good order. */
const endMs = 20_000;
const [countsFile, config, ...filters] = process.argv.slice(2);
/** What this process has started and what runs. */
const children = new Set();
subscribe("child_process", ({ process: child }) => {
  children.add(child);
  child.once("exit", () => children.delete(child));
});
let isEnding = false;
const vitest = await createVitest("test", { run: true, watch: false, config });
for (const signal of endSignals) {
  // Vitest's own would leave the shared servers behind.
  process.removeAllListeners(signal);
  process.on(signal, () => end(signal));
}
process.once("disconnect", () => end("SIGTERM"));
await vitest.start(filters).catch((error) => {
  // The caller says that no test ran.
  if (!isEnding && error.code !== "VITEST_FILES_NOT_FOUND") {
    throw error;
  }
});
await stopHereWhenEnding();
const flaky = await repeatFailed();
await stopHereWhenEnding();
const modules = vitest.state.getTestModules();
const tests = modules.flatMap((module) => [...module.children.allTests()]);
const listTests = (state) => tests.filter((test) => test.result().state === state);
const skipped = listTests("skipped").map((test) => {
  const { note } = test.result();
  return `${test.module.relativeModuleId} › ${test.fullName}${note ? ` (${note})` : ""}`;
});
const errors = modules.flatMap(listErrors);
const broken = modules.filter((module) => module.errors().length > 0).length;
await vitest.close();
let failed = listTests("failed").length + broken;
// A failed hook, a missing proof or an error outside a test fails the run without a failed test.
if (failed === 0 && process.exitCode) {
  failed = 1;
}
const counts = { passed: listTests("passed").length, failed, skipped, errors, flaky };
writeFileSync(countsFile, JSON.stringify(counts));
process.exit(failed > 0 ? 1 : 0);

/** Ends the tests wherever they are, then what they share. */
async function end(signal) {
  if (isEnding) {
    return;
  }
  isEnding = true;
  const exitCode = 128 + constants.signals[signal];
  setTimeout(() => process.exit(exitCode), endMs);
  void vitest.cancelCurrentRun("keyboard-input");
  for (const child of children) {
    if (child.spawnargs.some((argument) => argument.endsWith(workerProgram))) {
      child.kill("SIGTERM");
    }
  }
  await vitest.close().catch(() => {});
  process.exit(exitCode);
}

/** The rest is `end`'s. */
function stopHereWhenEnding() {
  return isEnding ? new Promise(() => {}) : undefined;
}

/**
 * Runs each failed file once more, alone: what fails then is no chance.
 *
 * @returns the errors of the files that passed the second time
 */
async function repeatFailed() {
  const failedModules = vitest.state.getTestModules().filter((module) => !module.ok());
  // Each run forgets those of the run before.
  const hasOutsideErrors = () => vitest.state.getUnhandledErrors().length > 0;
  if (failedModules.length > mostRepeated) {
    return [];
  }
  const passed = [];
  for (const module of failedModules) {
    if (hasOutsideErrors()) {
      break;
    }
    const before = listErrors(module);
    console.log(`\n== Once more, alone: ${module.relativeModuleId}`);
    // The reporters set it again.
    process.exitCode = undefined;
    const { testModules } = await vitest.runTestSpecifications([module.toTestSpecification()]);
    if (testModules.every((one) => one.ok())) {
      passed.push(...before);
    }
  }
  return passed;
}

/** What failed in a file, each with the file's line. */
function listErrors(module) {
  const suites = [...module.children.allSuites()].map((suite) => ({ part: suite, errors: suite.errors() }));
  const failedTests = [...module.children.allTests("failed")].map((test) => ({
    part: test,
    errors: test.result().errors.slice(0, 1),
  }));
  return [
    ...module.errors().map((error) => `${module.relativeModuleId}: ${describe(error, module)}`),
    ...[...suites, ...failedTests].flatMap(({ part, errors: found }) =>
      found.map((error) => `${module.relativeModuleId} › ${part.fullName}: ${describe(error, module)}`),
    ),
  ];
}

/** The first line of an error and its place in the test file, or else the first place known. */
function describe(error, { moduleId }) {
  const [line] = String(error?.message ?? error).split("\n", 1);
  const frames = error?.stacks ?? [];
  const frame = frames.find(({ file }) => file === moduleId) ?? frames[0];
  const place = frame === undefined ? "" : ` (${basename(frame.file)}:${frame.line})`;
  return line.slice(0, 800) + place;
}
