import { expect, test } from "vitest";
import { ApiError } from "../api-error.ts";
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
