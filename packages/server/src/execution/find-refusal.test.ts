import type { CatalogAuthentication } from "@bowline/catalog";
import { expect, test } from "vitest";
import type { ConnectionRow } from "../db/connections/connections.ts";
import { findRefusal } from "./find-refusal.ts";

const now = new Date("2026-05-01T12:00:00Z");
const application = { environments: [{ name: "production", serverUrl: "https://api.example.com" }] };
const home = "https://api.example.com/items";
const connection = {
  connectionId: 7,
  method: { fields: [], placements: [] as CatalogAuthentication["placements"] } as unknown,
  environment: "production",
  toolServers: [] as string[],
  fields: {},
  sealedSecrets: Buffer.from("sealed"),
  sealedOrigins: ["https://api.example.com"],
  status: "active",
  statusReason: null,
  tokenDueDate: null,
  isTokenRenewable: false,
} as ConnectionRow;

const refuse = (changes: Partial<ConnectionRow>, destination = home): string | null => {
  const parts = { clock: () => now.getTime() };
  const failure = findRefusal(parts, { ...connection, ...changes }, application, {
    destination,
    secretTexts: [],
  });
  return failure && `${failure.kind}: ${failure.message}`;
};

test("a call through a connection that works is not refused", () => {
  expect(refuse({})).toBeNull();
});

test("a connection whose authorization has ended refuses, for the reason that is stored", () => {
  expect(refuse({ status: "expired", statusReason: "It has ended." })).toBe(
    "authorizationExpired: It has ended.",
  );
  expect(refuse({ status: "revoked" })).toMatch(/^authorizationExpired: The connection is revoked/);
});

test("an address that is never called refuses, also without a connection", () => {
  const parts = { clock: () => now.getTime() };
  const call = {
    destination: "http://10.0.0.1/items",
    secretTexts: [],
    findRefusal: () => "The address is private.",
  };
  for (const through of [{ ...connection, sealedSecrets: null }, null]) {
    expect(findRefusal(parts, through, application, call)).toMatchObject({
      kind: "downstreamUnavailable",
      message: "The address is private.",
    });
  }
});

test("a token that is due refuses only where nothing can renew it", () => {
  expect(refuse({ tokenDueDate: now })).toMatch(/^authorizationExpired: .* no refresh token\.$/);
  expect(refuse({ tokenDueDate: now, isTokenRenewable: true })).toBeNull();
  expect(refuse({ tokenDueDate: new Date(now.getTime() + 1) })).toBeNull();
});

test("an address that the credentials were not entered for refuses, also one of a single call", () => {
  expect(refuse({ sealedOrigins: ["https://old.example.com"] })).toMatch(/^originChanged: /);
  expect(refuse({}, "https://other.example.com/items")).toMatch(/^originChanged: /);
  expect(refuse({ sealedSecrets: null }, "https://other.example.com/items")).toBeNull();
});

test("a host whose name only begins like that of an allowed address refuses", () => {
  expect(refuse({}, "https://api.example.com.example.net/items")).toMatch(/^originChanged: /);
});

test("a description that changes after a call stops the same connection", () => {
  const parts = { clock: () => now.getTime() };
  expect(findRefusal(parts, connection, application, { destination: home, secretTexts: [] })).toBeNull();
  const moved = { environments: [{ name: "production", serverUrl: "https://new.example.com" }] };
  expect(findRefusal(parts, connection, moved, { destination: home, secretTexts: [] })).toMatchObject({
    kind: "originChanged",
  });
});
