import { describe, expect, it } from "vitest";
import { importSmallDocument } from "../../../testing/import-small-document.ts";

/** Returns the path of the guessed call. Operations need credentials unless they say otherwise. */
function guess(paths: { [path: string]: { [member: string]: unknown } }, root: object = {}) {
  const { application } = importSmallDocument({
    components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
    security: [{ key: [] }],
    paths: Object.fromEntries(Object.entries(paths).map(([path, operation]) => [path, { get: operation }])),
    ...root,
  });
  const operation = application.manifest?.account?.operation;
  const binding = application.tools.find((tool) => tool.operation === operation)?.binding;
  return binding?.kind === "http" ? binding.path : undefined;
}

describe("the call that names an account", () => {
  it.each([
    "/me",
    "/user",
    "/v1/users/me",
    "/api/v2/users/me.json",
    "/account",
    "/whoami",
    "/v1/auth/whoami",
    "/api/2/myself",
    "/v2/user",
    "/auth.test",
    "/1.0/profile",
  ])("is %s", (path) => {
    expect(guess({ "/things": {}, [path]: {} })).toBe(path);
  });

  it.each(["getAuthenticatedUser", "users/get-authenticated", "getMe", "whoAmI", "get_current_user"])(
    "is named %s, whatever its path",
    (operationId) => {
      expect(guess({ "/things": {}, "/rpc/one": { operationId } })).toBe("/rpc/one");
    },
  );

  it("is the clearest of several", () => {
    expect(guess({ "/account": {}, "/profile": {}, "/users/me": {} })).toBe("/users/me");
  });

  it.each([
    ["takes no credentials", { security: [] }],
    ["is deprecated", { deprecated: true }],
    ["requires input", { parameters: [{ in: "query", name: "id", required: true }] }],
  ])("is not one that %s", (_what, members) => {
    expect(guess({ "/me": members })).toBeUndefined();
  });

  it.each(["/users/{id}/me", "/things/user", "/accounts", "/meta/types/user"])("is not %s", (path) => {
    expect(guess({ [path]: {} })).toBeUndefined();
  });

  it("is not guessed when the document marks a test call", () => {
    const root = { "x-bowline-test": { operation: "listThings" } };
    expect(guess({ "/me": {}, "/things": { operationId: "listThings" } }, root)).toBeUndefined();
  });
});
