import type { Requirement } from "../requirements/requirement.ts";

/** The result of one test. */
export interface TestOutcome {
  name: string;
  state: "passed" | "failed" | "skipped" | "pending";
  proves: readonly string[];
  /** Whether the test needs the suite's own server. */
  needsOwnServer: boolean;
}

/** Where the tests ran. */
export interface RunConditions {
  /** True when a deployment was given: tests that need the suite's own server are left out. */
  isOutside: boolean;
  hasProgram(names: readonly string[]): boolean;
  /** Whether a test that this run leaves out names the requirement. */
  isInOtherShard(id: string): boolean;
}

export interface Coverage {
  /** Requirements that hold today. */
  needed: Requirement[];
  proven: Requirement[];
  /** Not proven in this run, for an accepted reason. */
  leftOut: Requirement[];
  /** Proven by another shard of the extended tests. */
  inOtherShards: Requirement[];
  /** An error: no test passed for them, or one failed. */
  unproven: Requirement[];
  /** An error: ids that exist twice. */
  duplicates: string[];
  /** An error: tests that name no requirement. */
  withoutRequirement: string[];
}

/** Compares the test results with the requirements. A skipped test proves nothing. */
export function measureCoverage(
  requirements: readonly Requirement[],
  outcomes: readonly TestOutcome[],
  { isOutside, hasProgram, isInOtherShard }: RunConditions,
): Coverage {
  const collect = (wanted: (outcome: TestOutcome) => boolean) =>
    new Set(outcomes.filter(wanted).flatMap((outcome) => outcome.proves));
  const failed = collect(({ state }) => state === "failed");
  const passed = collect(({ state }) => state === "passed").difference(failed);
  const skippedOutside = collect(
    ({ state, needsOwnServer }) => state === "skipped" && needsOwnServer,
  ).difference(failed);
  const needed = requirements.filter(({ deferred }) => deferred === undefined);
  const missing = needed.filter(({ id }) => !passed.has(id));
  const notRun = missing.filter(({ id }) => !failed.has(id));
  const inOtherShards = notRun.filter(({ id }) => isInOtherShard(id));
  const leftOut = notRun.filter(
    ({ id, needs }) =>
      !isInOtherShard(id) && ((isOutside && skippedOutside.has(id)) || (needs && !hasProgram(needs))),
  );
  const accepted = [...leftOut, ...inOtherShards];
  const ids = requirements.map(({ id }) => id);
  return {
    needed,
    proven: needed.filter(({ id }) => passed.has(id)),
    leftOut,
    inOtherShards,
    unproven: missing.filter((requirement) => !accepted.includes(requirement)),
    duplicates: ids.filter((id, index) => ids.indexOf(id) !== index),
    withoutRequirement: outcomes.filter((outcome) => outcome.proves.length === 0).map(({ name }) => name),
  };
}
