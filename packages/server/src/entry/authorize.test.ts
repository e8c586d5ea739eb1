import { expect, test } from "vitest";
import { ApiError } from "../api-error.ts";
import { checkNarrowing } from "../execution/check-narrowing.ts";
import { authorize, type EntryPolicy } from "./authorize.ts";

const admin = {
  role: "Admin",
  isProfileDeleted: true,
  credential: { kind: "apiKey", narrowing: { toolsetId: null, isReadOnly: false, scopes: null } },
};
const enter = (auth: EntryPolicy["auth"], isProfileDeleted: boolean) =>
  authorize({ auth, narrowed: "none", scope: null }, { ...admin, isProfileDeleted } as never);

test("the credential of a deleted profile may only do what anyone may, also an Admin's", () => {
  for (const auth of ["member", "admin"] as const) {
    expect(() => enter(auth, true)).toThrow(ApiError);
    expect(() => enter(auth, false)).not.toThrow();
  }
  expect(() => enter("anyone", true)).not.toThrow();
});

test.each([
  ["apiKey", "This key is narrowed to"],
  ["bearer", "This token is narrowed to"],
  ["session", "This token is narrowed to"],
])("a refusal names a credential of the kind %s by what its holder sent", (kind, beginning) => {
  const narrowing = { toolsetId: "own", isReadOnly: false, scopes: null };
  const caller = { ...admin, isProfileDeleted: false, credential: { kind, narrowing } } as never;
  expect(() => authorize({ auth: "member", narrowed: "none", scope: null }, caller)).toThrow(beginning);
  expect(() => checkNarrowing(caller, "other")).toThrow(beginning);
});
