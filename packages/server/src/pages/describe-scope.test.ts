import { expect, test } from "vitest";
import { describeScope } from "./describe-scope.ts";

test.each([
  ["items:read", "Read items"],
  ["read:user", "Read user"],
  ["https://www.googleapis.com/auth/gmail.readonly", "Read gmail"],
  ["openid", "Know which account it is"],
  ["offline_access", "Stay connected until you end it"],
  ["Mail.ReadWrite", "Read and write mail"],
  ["repo", "Repo"],
  ["constructor", "Constructor"],
  ["::", "::"],
])("%s reads: %s", (scope, words) => {
  expect(describeScope(scope)).toBe(words);
});
