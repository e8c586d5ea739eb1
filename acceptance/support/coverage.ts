import type { Requirement } from "../requirements/requirement.ts";

/** What became of one test. */
export interface TestOutcome {
  name: string;
  state: "passed" | "failed" | "skipped" | "pending";
  proves: readonly string[];
  /** Whether it needs a server of the suite's own. */
  needsOwnServer: boolean;
}

/** Where the tests ran. */
export interface Circumstances {
  /** A deployment was given: tests that need a server of the suite's own are left out. */
  isOutside: boolean;
  hasProgram(names: readonly string[]): boolean;
}

export interface Coverage {
  /** Requirements that hold today. */
  needed: Requirement[];
  proven: Requirement[];
  /** Not proven here, for a reason that is no fault. */
  leftOut: Requirement[];
  /** A fault: no test passed for them, or one failed. */
  unproven: Requirement[];
  /** A fault: ids that stand twice. */
  duplicates: string[];
  /** A fault: tests that name no requirement. */
  idle: string[];
}

/** Holds the tests' outcomes against the requirements. A skipped test proves nothing. */
export function measureCoverage(
  requirements: readonly Requirement[],
  outcomes: readonly TestOutcome[],
  { isOutside, hasProgram }: Circumstances,
): Coverage {
  const collect = (wanted: (outcome: TestOutcome) => boolean) =>
    new Set(outcomes.filter(wanted).flatMap((outcome) => outcome.proves));
  const failed = collect(({ state }) => state === "failed");
  const passed = collect(({ state }) => state === "passed").difference(failed);
  const away = collect(({ state, needsOwnServer }) => state === "skipped" && needsOwnServer).difference(
    failed,
  );
  const needed = requirements.filter(({ deferred }) => deferred === undefined);
  const missing = needed.filter(({ id }) => !passed.has(id));
  const leftOut = missing.filter(
    ({ id, needs }) => !failed.has(id) && ((isOutside && away.has(id)) || (needs && !hasProgram(needs))),
  );
  const ids = requirements.map(({ id }) => id);
  return {
    needed,
    proven: needed.filter(({ id }) => passed.has(id)),
    leftOut,
    unproven: missing.filter((requirement) => !leftOut.includes(requirement)),
    duplicates: ids.filter((id, index) => ids.indexOf(id) !== index),
    idle: outcomes.filter((outcome) => outcome.proves.length === 0).map(({ name }) => name),
  };
}
