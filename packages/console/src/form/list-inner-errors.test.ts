import { expect, test } from "vitest";
import { buildErrorSchema } from "./form-validator.ts";
import { listInnerErrors } from "./list-inner-errors.ts";

const at = (path: (string | number)[], message: string) => ({ path, message });

test("what is wrong inside of a value is named with its place, and not what is wrong with the value itself", () => {
  const errors = buildErrorSchema([
    at([], "Must be an object."),
    at(["name"], "Is required."),
    at(["points", 1, "x"], "Must be a number."),
  ]);
  expect(listInnerErrors(errors)).toEqual(["name: Is required.", "points[1].x: Must be a number."]);
  expect(listInnerErrors(undefined)).toEqual([]);
});

test("at most eight are named", () => {
  const errors = buildErrorSchema(Array.from({ length: 10 }, (_, index) => at([index], "Is wrong.")));
  expect(listInnerErrors(errors)).toHaveLength(9);
  expect(listInnerErrors(errors).at(-1)).toBe("And 2 more.");
});
