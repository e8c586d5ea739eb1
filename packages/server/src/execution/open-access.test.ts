import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ApplicationEntry } from "../catalog/company-catalog.ts";
import type { ConnectionRow } from "../db/connections/connections.ts";
import type { Vault } from "../vault/vault.ts";
import { AccessOpener } from "./open-access.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.advanceTimersByTime(1000);
  vi.useRealTimers();
});

const application = { environments: [], authentications: [] } as unknown as ApplicationEntry;

function buildConnection(): ConnectionRow {
  const method = { fields: [{ fieldName: "key", secret: true, default: null }], placements: [] };
  const sealed = { sealedSecrets: Buffer.from("sealed"), sealedOrigins: null };
  return {
    companyId: 1,
    connectionId: 2,
    method,
    toolServers: [],
    fields: {},
    ...sealed,
  } as unknown as ConnectionRow;
}

function openCounting(open = () => '{"key":"the secret"}') {
  let opened = 0;
  const vault = {
    open() {
      opened++;
      return open();
    },
  } as unknown as Vault;
  return { access: new AccessOpener(vault), count: () => opened };
}

it("opens the secrets of a connection once for the calls of a second", async () => {
  const { access, count } = openCounting();
  const connection = buildConnection();
  const first = await access.open(application, connection, {});
  expect(first.secretValues).toEqual(["the secret"]);
  expect(await access.open(application, connection, {})).toBe(first);
  expect(count()).toBe(1);
  vi.advanceTimersByTime(1000);
  await access.open(application, connection, {});
  expect(count()).toBe(2);
});

it("opens them anew for a changed row, a changed application, and overrides", async () => {
  const { access, count } = openCounting();
  const connection = buildConnection();
  await access.open(application, connection, {});
  await access.open(application, buildConnection(), {});
  await access.open({ ...application }, connection, {});
  const own = await access.open(application, connection, { key: "another" });
  expect(own.variables.key).toBe("another");
  expect(count()).toBe(4);
  const { variables } = await access.open({ ...application }, connection, {});
  expect(variables.key).toBe("the secret");
});

it("lists the default and the override of a secret field among the secrets, and nothing that is open", async () => {
  const connection = buildConnection();
  const fields = [
    { fieldName: "key", secret: true, default: null },
    { fieldName: "other", secret: true, default: "the default" },
    { fieldName: "region", secret: false, default: "eu" },
  ];
  Object.assign(connection.method, { fields });
  const { access } = openCounting();
  const byDefault = await access.open(application, connection, {});
  expect(byDefault.secretValues).toEqual(["the secret", "the default"]);
  const overridden = await access.open(application, connection, { other: "the override", region: "us" });
  expect(overridden.secretValues).toEqual(["the secret", "the override"]);
  expect(overridden.variables).toEqual({ key: "the secret", other: "the override", region: "us" });
  const replaced = await access.open(application, connection, { key: "another" });
  // The stored secret stays one: an application may repeat it.
  expect(replaced.secretValues).toEqual(["the secret", "another", "the default"]);
});

it("does not keep a failure", async () => {
  let isBroken = true;
  const { access } = openCounting(() => {
    if (isBroken) {
      throw new Error("no data key");
    }
    return "{}";
  });
  const connection = buildConnection();
  await expect(access.open(application, connection, {})).rejects.toThrow("no data key");
  isBroken = false;
  await expect(access.open(application, connection, {})).resolves.toBeDefined();
});
