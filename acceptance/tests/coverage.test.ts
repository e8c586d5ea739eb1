import { describe, expect, test } from "vitest";
import type { Requirement } from "../requirements/requirement.ts";
import { measureCoverage, type RunConditions, type TestOutcome } from "../support/coverage.ts";
import { proves } from "../support/proves.ts";

const requirements: Requirement[] = [
  { id: "a", source: "D1", behavior: "A holds." },
  { id: "later", source: "D2", behavior: "Later holds.", deferred: "It is built later." },
];
const here: RunConditions = { isOutside: false, hasProgram: () => true, isInOtherShard: () => false };
const outside: RunConditions = { ...here, isOutside: true };

function outcome(state: TestOutcome["state"], more: Partial<TestOutcome> = {}): TestOutcome {
  return { name: "a claim", state, proves: ["a"], needsOwnServer: false, ...more };
}

function findUnproven(outcomes: TestOutcome[], where = here, stated = requirements): string[] {
  return measureCoverage(stated, outcomes, where).unproven.map(({ id }) => id);
}

describe("a requirement", () => {
  test("is proven by a passed test; a deferred one needs none", proves("suite.coverage"), () => {
    expect(findUnproven([outcome("passed")])).toEqual([]);
    expect(findUnproven([])).toEqual(["a"]);
  });

  test("is not proven when its test was skipped or one of its tests failed", proves("suite.coverage"), () => {
    expect(findUnproven([outcome("skipped")])).toEqual(["a"]);
    expect(findUnproven([outcome("passed"), outcome("failed")])).toEqual(["a"]);
  });

  test("is left out when its test needs something that is missing", proves("suite.coverage"), () => {
    const skipped = outcome("skipped", { needsOwnServer: true });
    expect(findUnproven([skipped])).toEqual(["a"]);
    expect(findUnproven([skipped], outside)).toEqual([]);
    expect(findUnproven([skipped, outcome("failed")], outside)).toEqual(["a"]);
    const needing: Requirement[] = [{ id: "a", source: "D1", behavior: "A holds.", needs: ["x"] }];
    expect(findUnproven([outcome("skipped")], here, needing)).toEqual(["a"]);
    expect(findUnproven([outcome("skipped")], { ...here, hasProgram: () => false }, needing)).toEqual([]);
  });

  test("whose test is in a file of another shard is counted apart", proves("suite.coverage"), () => {
    const shard = { ...here, isInOtherShard: (id: string) => id === "a" };
    expect(measureCoverage(requirements, [], shard)).toMatchObject({
      inOtherShards: [{ id: "a" }],
      unproven: [],
    });
    expect(findUnproven([outcome("failed")], shard)).toEqual(["a"]);
    expect(findUnproven([], { ...here, isInOtherShard: (id) => id === "b" })).toEqual(["a"]);
  });

  test("must not exist twice", proves("suite.coverage"), () => {
    const twice = [...requirements, ...requirements];
    expect(measureCoverage(twice, [], here).duplicates).toEqual(["a", "later"]);
  });
});

describe("a test", () => {
  test("that names no requirement is reported", proves("suite.coverage"), () => {
    const withoutRequirement = outcome("passed", { name: "idle", proves: [] });
    expect(measureCoverage(requirements, [withoutRequirement], here).withoutRequirement).toEqual(["idle"]);
  });

  test("cannot name an unknown requirement", proves("suite.coverage"), () => {
    expect(() => proves("no.such.requirement")).toThrow(/no\.such\.requirement/);
  });
});
