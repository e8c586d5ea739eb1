import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { countRequest } from "./sign-in-limits.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

test("a limit holds however large it is", async () => {
  const largest = 2_147_483_647;
  const count = (most: number) => countRequest(db.kysely, "registration", "192.0.2.1", most);
  const setTries = (tries: number) => db.pool.query("update sign_in_tries set tries = $1", [tries]);
  expect(await count(1500)).toBeNull();
  await setTries(1499);
  expect(await count(1500)).toBeNull();
  expect(await count(1500)).toMatchObject({ kind: "throttled" });
  await setTries(largest);
  expect(await count(largest - 1)).toMatchObject({ kind: "throttled" });
});
