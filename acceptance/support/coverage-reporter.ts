import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Reporter, TestCase, TestSpecification, Vitest } from "vitest/node";
import { requirements } from "../requirements.ts";
import { type Coverage, measureCoverage, type TestOutcome } from "./coverage.ts";
import { findProgram } from "./on-path.ts";
import { ownServerMark } from "./own-server-mark.ts";
import { testFiles } from "./test-files.ts";

const suiteFolder = join(import.meta.dirname, "..");

/**
 * Fails the run when a requirement has no passing test or a test names no requirement. Checks nothing when only some of
 * the tests ran. A requirement whose test is in a file of another shard is counted apart.
 */
export class CoverageReporter implements Reporter {
  readonly #leftOut: readonly string[];
  #vitest: Vitest | undefined;
  #ranEverything = false;

  /** @param leftOut test files that do not run this time, relative to the suite's folder */
  constructor(leftOut: readonly string[]) {
    this.#leftOut = leftOut;
  }

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
  }

  onTestRunStart(specifications: readonly TestSpecification[]): void {
    const files = new Set(specifications.map(({ moduleId }) => moduleId));
    const hasNamePattern = this.#vitest?.getGlobalTestNamePattern() !== undefined;
    const all = globSync(testFiles, { cwd: suiteFolder, exclude: this.#leftOut }).map((file) =>
      join(suiteFolder, file),
    );
    // A later run repeats files of this one.
    this.#ranEverything ||= !hasNamePattern && all.every((file) => files.has(file));
  }

  onTestRunEnd(): void {
    if (!this.#ranEverything) {
      return;
    }
    const modules = this.#vitest?.state.getTestModules() ?? [];
    const outcomes = modules.flatMap((module) => [...module.children.allTests()]).map(readOutcome);
    const others = this.#leftOut.map((file) => readFileSync(join(suiteFolder, file), "utf8"));
    const coverage = measureCoverage(requirements, outcomes, {
      isOutside: Boolean(process.env.ACCEPTANCE_BASE_URL),
      hasProgram: (names) => findProgram(names) !== null,
      isInOtherShard: (id) => others.some((text) => text.includes(`"${id}"`)),
    });
    for (const line of describe(coverage)) {
      this.#vitest?.logger.log(line);
    }
    const { unproven, duplicates, withoutRequirement } = coverage;
    if (unproven.length + duplicates.length + withoutRequirement.length > 0) {
      process.exitCode = 1;
    }
  }
}

function readOutcome(test: TestCase): TestOutcome {
  return {
    name: `${test.module.relativeModuleId} › ${test.fullName}`,
    state: test.result().state,
    proves: test.meta().proves ?? [],
    needsOwnServer: test.fullName.includes(ownServerMark),
  };
}

const maxListed = 30;

function describe(coverage: Coverage): string[] {
  const { needed, proven, leftOut, inOtherShards, unproven, duplicates, withoutRequirement } = coverage;
  const later = requirements.length - needed.length;
  return [
    "",
    `Requirements: ${proven.length} of ${needed.length} proven, ${inOtherShards.length} by extended tests that did not run, ${later} deferred, ${leftOut.length} left out.`,
    ...leftOut.map(({ id }) => `  left out (needs the suite's own server, or a program): ${id}`),
    ...unproven.slice(0, maxListed).map((one) => `  NOT PROVEN ${one.id} (${one.source}): ${one.behavior}`),
    ...(unproven.length > maxListed ? [`  NOT PROVEN … and ${unproven.length - maxListed} more`] : []),
    ...duplicates.map((id) => `  TWICE ${id}`),
    ...withoutRequirement.map((name) => `  PROVES NOTHING ${name}`),
  ];
}
