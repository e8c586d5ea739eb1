import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { openDatabaseClock } from "./database-clock.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database?.drop());

test.each([-600_000, 600_000])(
  "a machine whose clock is %i ms away has the time of the database",
  async (ms) => {
    const clock = await openDatabaseClock(database.pool, () => Date.now() + ms);
    expect(Math.abs(clock.now() - Date.now())).toBeLessThan(2000);
    await clock.close();
  },
);

test("a small difference is left as it is", async () => {
  const clock = await openDatabaseClock(database.pool, () => Date.now() + 500);
  expect(clock.now() - Date.now()).toBeGreaterThanOrEqual(499);
  await clock.close();
});
