import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { loadMasterKeyUse, noteMasterKey } from "./master-key-use.ts";

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

const first = "00000000000000aa";
const second = "00000000000000bb";

test("the newest master key is the one noted last, also when it was in use before", async () => {
  const { kysely, pool } = database;
  await pool.query("insert into company (name, wrapped_data_key) values ('Example', $1)", [
    Buffer.from(`01${first}${"00".repeat(60)}`, "hex"),
  ]);
  await noteMasterKey(kysely, first);
  const before = await loadMasterKeyUse(kysely);
  await noteMasterKey(kysely, first);
  expect(await loadMasterKeyUse(kysely)).toEqual(before);
  expect(before.isOnlyOne).toBe(true);
  await noteMasterKey(kysely, second);
  const rotated = await loadMasterKeyUse(kysely);
  expect(rotated.isOnlyOne).toBe(false);
  await noteMasterKey(kysely, first);
  const back = await loadMasterKeyUse(kysely);
  expect(back.isOnlyOne).toBe(true);
  expect(Number(back.since)).toBeGreaterThanOrEqual(Number(rotated.since));
});
