import { setImmediate as nextTurn } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { seedCompany, seedConnection } from "../../testing/test-rows.ts";
import { createLogger } from "../log/logger.ts";
import { openLastUsed } from "./last-used.ts";

const log = createLogger({ level: "silent", isTerminal: false });
let db: TestDatabase;
let connectionIds: number[];
beforeAll(async () => {
  db = await createTestDatabase();
  const company = await seedCompany(db.kysely);
  connectionIds = [await seedConnection(db.kysely, company), await seedConnection(db.kysely, company)];
});
afterAll(() => db.drop());

const readDates = async () => {
  const { rows } = await db.pool.query<{ at: Date | null }>(
    "select last_used_date as at from connection order by connection_id",
  );
  return rows.map(({ at }) => at?.getTime() ?? null);
};

test("a use is known at once, stored on close at the latest, and never set back", async () => {
  let now = 1_800_000_000_000;
  const lastUsed = openLastUsed(db.pool, log, () => now);
  const [first = 0] = connectionIds;
  expect(lastUsed.ofConnection(first)).toBeNull();
  lastUsed.noteConnection(first);
  expect(lastUsed.ofConnection(first)).toEqual(new Date(now));
  await lastUsed.close();
  expect(await readDates()).toEqual([now, null]);
  // Whoever has read the row before it was stored still learns of it; it is forgotten with the next storing.
  expect(lastUsed.ofConnection(first)).toEqual(new Date(now));
  await lastUsed.close();
  expect(lastUsed.ofConnection(first)).toBeNull();

  const written = now;
  now -= 60_000;
  const another = openLastUsed(db.pool, log, () => now);
  another.noteConnection(first);
  await another.close();
  expect(await readDates()).toEqual([written, null]);
});

test("a use during the storing of an earlier one is stored the next time", async () => {
  let now = 1_850_000_000_000;
  const lastUsed = openLastUsed(db.pool, log, () => now);
  const [, second = 0] = connectionIds;
  lastUsed.noteConnection(second);
  const storing = lastUsed.close();
  // The statement is on its way.
  await nextTurn();
  now += 1000;
  lastUsed.noteConnection(second);
  await storing;
  expect(lastUsed.ofConnection(second)).toEqual(new Date(now));
  await lastUsed.close();
  expect((await readDates())[1]).toBe(now);
});

test("a locked row is skipped and its date is stored the next time", async () => {
  const now = 1_900_000_000_000;
  const lastUsed = openLastUsed(db.pool, log, () => now);
  const [first = 0, second = 0] = connectionIds;
  lastUsed.noteConnection(first);
  lastUsed.noteConnection(second);
  const changing = await db.pool.connect();
  await changing.query("begin");
  await changing.query("update connection set name = 'changing' where connection_id = $1", [first]);
  await lastUsed.close();
  expect((await readDates())[1]).toBe(now);
  expect(lastUsed.ofConnection(first)).toEqual(new Date(now));
  await changing.query("commit");
  changing.release();
  await lastUsed.close();
  expect(await readDates()).toEqual([now, now]);
});

test("the date of a grant is stored once a minute, by one of the servers", async () => {
  let now = 1_800_000_000_000;
  await db.pool.query(`insert into oauth_grant (jti, client_id, client_name, account_user_id, resource, scopes, is_read_only,
    payload, expires_date) select 'one', 'editor', 'Editor', account_user_id, 'x', '{}', false, '{}', now() from account_user limit 1`);
  const readDate = async () =>
    (
      await db.pool.query<{ at: Date | null }>("select last_used_date as at from oauth_grant")
    ).rows[0]?.at?.getTime();
  const lastUsed = openLastUsed(db.pool, log, () => now);
  lastUsed.noteGrant("one");
  expect(lastUsed.ofGrant("one")).toEqual(new Date(now));
  await expect.poll(readDate).toBe(now);
  const stored = now;
  for (const [server, seconds] of [
    [lastUsed, 10] as const,
    [openLastUsed(db.pool, log, () => now), 20] as const,
  ]) {
    now = stored + seconds * 1000;
    server.noteGrant("one");
    await server.close();
    expect(await readDate()).toBe(stored);
  }
  now = stored + 61_000;
  lastUsed.noteGrant("one");
  await lastUsed.close();
  expect(await readDate()).toBe(now);
});

test("the date of a deleted row is forgotten", async () => {
  const lastUsed = openLastUsed(db.pool, log, () => 1);
  lastUsed.noteConnection(2_000_000_000);
  lastUsed.noteApiKey(2_000_000_000);
  await lastUsed.close();
  await lastUsed.close();
  expect([lastUsed.ofConnection(2_000_000_000), lastUsed.ofApiKey(2_000_000_000)]).toEqual([null, null]);
});
