import { expect, test } from "vitest";
import { nobody } from "../support/actors.ts";
import { createCaller } from "../support/caller.ts";
import { proves } from "../support/proves.ts";
import { readPublishedOperations } from "../support/published-contract.ts";

const scopes = [
  "tools:read",
  "tools:execute",
  "connections:read",
  "connections:write",
  "toolsets:read",
  "toolsets:write",
  "history:read",
  "admin",
];

test("every operation but whoami publishes its scope", proves("scopes.published"), async () => {
  for (const { path, isForAdmins, scope } of await readPublishedOperations()) {
    if (path === "/v1/auth/whoami") {
      expect(scope).toBeNull();
    } else {
      expect(isForAdmins ? ["admin"] : scopes, path).toContain(scope);
    }
  }
});

test("a 401 names the resource's metadata", proves("authorization-server.challenge"), async () => {
  const metadata = /resource_metadata="https?:\/\/[^"]+\/\.well-known\/oauth-protected-resource\/v1"$/;
  const missing = await nobody().get("/v1/tools");
  expect(missing.headers["www-authenticate"]).toMatch(metadata);
  expect(missing.headers["www-authenticate"]).not.toContain("error=");
  const invalid = await createCaller({ authorization: "Bearer x" }).get("/v1/tools");
  expect(invalid.headers["www-authenticate"]).toMatch(metadata);
  expect(invalid.headers["www-authenticate"]).toMatch(/^Bearer error="invalid_token", /);
});
