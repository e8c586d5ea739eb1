import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ApplicationEntry } from "../catalog/company-catalog.ts";
import type { ConnectionRow } from "../db/connections.ts";
import type { Vault } from "../vault/vault.ts";
import { openAccess } from "./open-access.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.advanceTimersByTime(1000);
  vi.useRealTimers();
});

const application = { environments: [], authentications: [] } as unknown as ApplicationEntry;

function buildConnection(): ConnectionRow {
  const method = { fields: [{ fieldName: "key", secret: true, default: null }], placements: [] };
  const sealed = { sealedSecrets: Buffer.from("sealed"), sealedOrigins: null };
  return { companyId: 1, connectionId: 2, method, fields: {}, ...sealed } as unknown as ConnectionRow;
}

function countingVault(open = () => '{"key":"the secret"}') {
  let opened = 0;
  const vault = {
    open() {
      opened++;
      return open();
    },
  } as unknown as Vault;
  return { vault, count: () => opened };
}

it("opens the secrets of a connection once for the calls of a second", async () => {
  const { vault, count } = countingVault();
  const connection = buildConnection();
  const first = await openAccess(vault, application, connection, {});
  expect(first.secretValues).toEqual(["the secret"]);
  expect(await openAccess(vault, application, connection, {})).toBe(first);
  expect(count()).toBe(1);
  vi.advanceTimersByTime(1000);
  await openAccess(vault, application, connection, {});
  expect(count()).toBe(2);
});

it("opens them anew for a changed row, a changed application, and overrides", async () => {
  const { vault, count } = countingVault();
  const connection = buildConnection();
  await openAccess(vault, application, connection, {});
  await openAccess(vault, application, buildConnection(), {});
  await openAccess(vault, { ...application }, connection, {});
  const own = await openAccess(vault, application, connection, { key: "another" });
  expect(own.variables.key).toBe("another");
  expect(count()).toBe(4);
  const { variables } = await openAccess(vault, { ...application }, connection, {});
  expect(variables.key).toBe("the secret");
});

it("does not keep a failure", async () => {
  let isBroken = true;
  const { vault } = countingVault(() => {
    if (isBroken) {
      throw new Error("no data key");
    }
    return "{}";
  });
  const connection = buildConnection();
  await expect(openAccess(vault, application, connection, {})).rejects.toThrow("no data key");
  isBroken = false;
  await expect(openAccess(vault, application, connection, {})).resolves.toBeDefined();
});
