import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { type Change, ChangeListener } from "./change-listener.ts";

let db: TestDatabase;
let listener: ChangeListener;
let changes: Change[];
let gaps: number;
let errors: unknown[];
let onGap: () => void;
let now: () => number;
let attempts: number;
let isThere: boolean;

beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());
beforeEach(async () => {
  changes = [];
  gaps = 0;
  errors = [];
  attempts = 0;
  isThere = true;
  onGap = () => void gaps++;
  now = () => performance.now();
  listener = await ChangeListener.open({
    connection: {
      ...db.connectionConfig,
      // Read at every attempt.
      get database() {
        attempts++;
        return isThere ? db.connectionConfig.database : "missing";
      },
    },
    onChange: (change) => changes.push(change),
    onGap: () => onGap(),
    onError: (error) => errors.push(error),
    onSilent: () => undefined,
    now: () => now(),
  });
});
afterEach(() => listener.close());

const notify = (payload: string) => db.pool.query("select pg_notify('bowline_changed', $1)", [payload]);
const cut = () =>
  db.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'bowline-changes' and datname = current_database()",
  );

test("the listener is fresh from the start, and the start counts as a gap", () => {
  // Not more than a second after the last heartbeat: a busy machine may take longer to get here.
  now = () => 0;
  expect(listener.isFresh()).toBe(true);
  expect(gaps).toBe(1);
});

test("changes arrive in commit order, with the text after the first colon as key", async () => {
  await notify("connection:12");
  await notify("default:3:4");
  await notify("callers:");
  await expect.poll(() => changes).toHaveLength(3);
  expect(changes).toEqual([
    { topic: "connection", key: "12" },
    { topic: "default", key: "3:4" },
    { topic: "callers", key: "" },
  ]);
});

test("a change that is rolled back does not arrive", async () => {
  const client = await db.pool.connect();
  await client.query("begin");
  await client.query("select pg_notify('bowline_changed', 'toolset:undone')");
  await client.query("rollback");
  client.release();
  await notify("toolset:done");
  await expect.poll(() => changes).toEqual([{ topic: "toolset", key: "done" }]);
});

test("without a heartbeat for a second the listener is stale, and fresh again after the next", async () => {
  let aheadMs = 0;
  now = () => performance.now() + aheadMs;
  aheadMs = 1000;
  expect(listener.isFresh()).toBe(false);
  await expect.poll(() => listener.isFresh()).toBe(true);
});

test("freshness counts from when a heartbeat was asked for, not from its response", async () => {
  let askedAt: number | null = null;
  // A second passes between the question and the response.
  now = () => {
    const at = performance.now();
    if (askedAt === null) {
      askedAt = at;
      return at;
    }
    return at + 1000;
  };
  await expect.poll(() => askedAt, { interval: 1 }).not.toBeNull();
  const seen = new Set<boolean>();
  // The next heartbeat is 400 ms later.
  while (performance.now() - (askedAt ?? 0) < 300) {
    const isFresh = listener.isFresh();
    if (performance.now() - (askedAt ?? 0) < 350) {
      seen.add(isFresh);
    }
    await sleep(5);
  }
  expect(seen).not.toContain(true);
});

test("a listener that has lost its connection is stale until another is open", async () => {
  const freshAtGap: boolean[] = [];
  onGap = () => freshAtGap.push(listener.isFresh());
  await cut();
  await expect.poll(() => freshAtGap).toEqual([false]);
  await expect.poll(() => listener.isFresh()).toBe(true);
});

test("a broken connection is a gap when it is open again, and changes arrive again", async () => {
  await cut();
  await expect.poll(() => gaps).toBe(2);
  expect(errors.length).toBeGreaterThan(0);
  await expect.poll(() => listener.isFresh()).toBe(true);
  await notify("catalog:1");
  await expect.poll(() => changes).toEqual([{ topic: "catalog", key: "1" }]);
});

test("a database that takes no connections is reported once a minute, and a later loss at once", async () => {
  let aheadMs = 0;
  now = () => performance.now() + aheadMs;
  isThere = false;
  await cut();
  await expect.poll(() => attempts).toBeGreaterThan(3);
  expect(errors).toHaveLength(1);
  aheadMs = 60_000;
  await expect.poll(() => errors).toHaveLength(2);
  isThere = true;
  await expect.poll(() => listener.isFresh()).toBe(true);
  await cut();
  await expect.poll(() => errors).toHaveLength(3);
});

test("a closed listener never connects again", async () => {
  await listener.close();
  await cut();
  const { rows } = await db.pool.query(
    "select count(*)::int as count from pg_stat_activity where application_name = 'bowline-changes' and datname = current_database()",
  );
  expect(rows).toEqual([{ count: 0 }]);
  expect(gaps).toBe(1);
});
