import { expect, test } from "vitest";
import { describeWayOut } from "./describe-way-out.ts";

test("a question that the client cannot pass on leaves another tool", () => {
  const question = { kind: "input", requests: {}, state: null } as const;
  expect(describeWayOut({ kind: "toolError", question }, 1)).toMatch(
    /^This client cannot .* another tool\.$/,
  );
});

test("a failure in the tool's own words has no general advice", () => {
  expect(describeWayOut({ kind: "toolError" }, 1)).toBeNull();
});
