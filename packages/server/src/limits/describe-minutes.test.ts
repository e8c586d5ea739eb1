import { expect, test } from "vitest";
import { describeMinutes } from "./describe-minutes.ts";

test("a wait is told in whole minutes", () => {
  expect([1, 60, 61, 900].map(describeMinutes)).toEqual(["a minute", "a minute", "2 minutes", "15 minutes"]);
});
