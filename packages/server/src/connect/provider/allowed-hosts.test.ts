import type { CatalogAuthentication, CredentialField, OAuth2Method } from "@bowline/catalog";
import { expect, test } from "vitest";
import { findTokenHosts, isAtHost } from "./allowed-hosts.ts";

const field = (changes: Partial<CredentialField>): CredentialField => ({
  fieldName: "tenant",
  label: "Tenant",
  description: "",
  type: "string",
  required: true,
  secret: false,
  overridable: false,
  default: null,
  ...changes,
});
const find = (oauth2: OAuth2Method, changes: Partial<CredentialField> = {}) =>
  findTokenHosts({ oauth2, fields: [field(changes)] } as unknown as CatalogAuthentication)?.tokenHosts ??
  null;

test.each([
  ["https://login.example.com/token", {}, ["login.example.com"]],
  ["https://login.example.com:8443/token", {}, ["login.example.com:8443"]],
  ["https://login.example.com/{tenant}/token", {}, ["login.example.com"]],
  ["https://{tenant}.okta.com/token", {}, ["*.okta.com"]],
  ["https://{tenant}/token", { enum: ["a.example", "b.example"] }, ["a.example", "b.example"]],
  ["https://{tenant}/token", { pattern: "[a-z0-9-]+\\.okta\\.com" }, ["*.okta.com"]],
  ["{tenant}/token", { pattern: "https://[a-z]+\\.okta\\.com" }, ["*.okta.com"]],
  ["https://{tenant}/token", {}, null],
  ["https://{tenant}.com/token", {}, null],
  ["https://{tenant}okta.com/token", {}, null],
  ["https://login.example.com:{tenant}/token", {}, null],
  ["https://{tenant}/token", { pattern: "[a-z.]+" }, null],
  ["https://{tenant}/token", { pattern: ".*|x\\.okta\\.com" }, null],
  ["https://{tenant}/token", { pattern: "[a-z]+\\.com" }, null],
] as const)("%s with %j is bound to %j", (tokenUrl, changes, hosts) => {
  expect(find({ tokenUrl }, changes as Partial<CredentialField>)).toEqual(hosts);
});

test("every address that the client is sent to counts, including those of environments", () => {
  const method = {
    tokenUrl: "https://a.example/token",
    revocationUrl: "https://r.example/revoke",
    environments: { sandbox: { tokenUrl: "https://s.example/token", refreshUrl: "https://{tenant}/token" } },
  };
  expect(find(method)).toBeNull();
  expect(find(method, { enum: ["t.example"] })).toEqual(["a.example", "r.example", "s.example", "t.example"]);
});

test.each([
  ["https://x.okta.com/token", true],
  ["https://okta.com/token", false],
  ["https://evilokta.com/token", false],
  ["https://x.okta.com:8443/token", false],
  ["https://x.okta.com@evil.example/token", false],
  ["https://evil.example/x.okta.com", false],
  ["no address", false],
])("%s is below *.okta.com: %s", (url, expected) => {
  expect(isAtHost(url, ["*.okta.com"])).toBe(expected);
});
