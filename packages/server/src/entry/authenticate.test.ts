import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { type SeededCompany, seedCompany } from "../../testing/test-rows.ts";
import { insertApiKey } from "../db/people/api-keys.ts";
import { openRows, type Rows } from "../db/rows.ts";
import { createApiKeyText, hashApiKey } from "../identity/api-key-format.ts";
import { authenticate } from "./authenticate.ts";

const now = Date.UTC(2026, 10, 20);
let db: TestDatabase;
let company: SeededCompany;
let rows: Rows;
beforeAll(async () => {
  db = await createTestDatabase();
  company = await seedCompany(db.kysely);
  rows = openRows(db.kysely, () => true);
});
afterAll(() => db.drop());

async function makeKey(expiresDate: Date | null = null): Promise<string> {
  const apiKey = createApiKeyText();
  const { accountUserId } = company;
  const options = { accountUserId, name: "x", toolsetId: null, readOnly: true, expiresDate };
  await insertApiKey(db.kysely, { ...options, keyHash: hashApiKey(apiKey) });
  return apiKey;
}

const resource = "https://bowline.test/v1";
const parts = (nowMs: number) => ({
  rows,
  accessTokens: { findCaller: async () => null },
  clock: () => nowMs,
});

/** Returns the account user of the caller, or the code of the error. */
async function findAccountUser(
  authorization: string | undefined,
  apiKey: string | undefined,
): Promise<unknown> {
  try {
    return (await authenticate(parts(now), { authorization, apiKey, resource })).accountUserId;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

test("a key belongs to its owner, from the database and from the cache", async () => {
  const apiKey = await makeKey();
  expect(await findAccountUser(undefined, apiKey)).toBe(company.accountUserId);
  expect(rows.callers.peek(hashApiKey(apiKey))?.credential.narrowing.isReadOnly).toBe(true);
  expect(await findAccountUser(undefined, apiKey)).toBe(company.accountUserId);
});

test("no key, an unknown one and one with a wrong checksum are refused", async () => {
  const apiKey = await makeKey();
  const wrong = apiKey.slice(0, -1) + (apiKey.endsWith("0") ? "1" : "0");
  for (const text of [undefined, "", "bwl_", createApiKeyText(), wrong, `${apiKey} `]) {
    expect(await findAccountUser(undefined, text)).toBe("UNAUTHORIZED");
  }
});

test("a key expires on time, also when it is cached", async () => {
  const apiKey = await makeKey(new Date(now + 1));
  expect(await findAccountUser(undefined, apiKey)).toBe(company.accountUserId);
  const later = () => authenticate(parts(now + 1), { authorization: undefined, apiKey, resource });
  expect(later).toThrow(expect.objectContaining({ code: "UNAUTHORIZED" }));
  expect(await findAccountUser(undefined, await makeKey(new Date(now)))).toBe("UNAUTHORIZED");
});

test("an invalid Bearer token takes precedence over a valid key; another scheme does not", async () => {
  const apiKey = await makeKey();
  for (const token of ["Bearer x.y.z", "bearer x", "BEARER", "Bearer"]) {
    expect(await findAccountUser(token, apiKey)).toBe("UNAUTHORIZED");
  }
  for (const other of ["Basic eDp5", "Bearerx y", "Token x", ""]) {
    expect(await findAccountUser(other, apiKey)).toBe(company.accountUserId);
  }
});
