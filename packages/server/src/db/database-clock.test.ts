import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { openDatabaseClock } from "./database-clock.ts";

const hourMs = 3_600_000;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterEach(() => vi.useRealTimers());
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

test("a large difference is found when the database is slow to respond", async () => {
  // All that the pool has.
  const taken = await Promise.all(Array.from({ length: 5 }, () => database.pool.connect()));
  const opening = openDatabaseClock(database.pool, () => Date.now() - hourMs);
  await delay(2500);
  for (const client of taken) {
    client.release();
  }
  const clock = await opening;
  expect(Math.abs(clock.now() - Date.now())).toBeLessThan(3000);
  await clock.close();
});

test("a machine whose clock is set anew has the time of the database after ten seconds", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  let steppedMs = 0;
  const clock = await openDatabaseClock(database.pool, () => Date.now() + steppedMs);
  for (const ms of [hourMs, -hourMs, 0]) {
    steppedMs = ms;
    vi.advanceTimersByTime(10_000);
    await expect.poll(() => Math.abs(clock.now() - Date.now()), { timeout: 5000 }).toBeLessThan(2000);
  }
  await clock.close();
});

test("a database that is away leaves the time as it was measured", async () => {
  vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
  const own = await createTestDatabase();
  const clock = await openDatabaseClock(own.pool, () => Date.now() - hourMs);
  await own.drop();
  vi.advanceTimersByTime(10_000);
  await clock.close();
  expect(Math.abs(clock.now() - Date.now())).toBeLessThan(2000);
});
