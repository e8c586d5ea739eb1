import { ApiError, ValidationError } from "@bowline/sdk";
import { expect, test } from "vitest";
import { sortIssues } from "./field-issues.ts";

const refuse = (...fields: string[]): ValidationError =>
  Object.assign(Object.create(ValidationError.prototype), {
    details: fields.map((field) => ({ field, issue: `${field} is wrong.` })),
  });

test("the problems of a form's own fields are shown at them, and nowhere else", () => {
  expect(sortIssues(refuse("name", "scopes.1"), ["name", "scopes"])).toEqual({
    issues: { name: "name is wrong.", scopes: "scopes.1 is wrong." },
    rest: null,
  });
});

test("an error with a problem of another field, or with none, is shown as a whole, too", () => {
  const error = refuse("name", "expiresDate");
  expect(sortIssues(error, ["name"])).toEqual({ issues: { name: "name is wrong." }, rest: error });
  const empty = refuse();
  expect(sortIssues(empty, ["name"])).toEqual({ issues: {}, rest: empty });
  const other: ApiError = Object.create(ApiError.prototype);
  expect(sortIssues(other, ["name"])).toEqual({ issues: {}, rest: other });
  expect(sortIssues(null, ["name"])).toEqual({ issues: {}, rest: null });
});
