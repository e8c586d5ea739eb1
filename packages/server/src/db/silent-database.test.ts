import { setTimeout as sleep } from "node:timers/promises";
import { type SilentProxy, startSilentProxy } from "@bowline/acceptance/silent-proxy.ts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { buildExecution } from "../../testing/execution-record.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { HistoryWriter } from "../history/history-writer.ts";
import { createLogger } from "../log/logger.ts";
import { ChangeListener } from "./change-listener.ts";
import { type Database, openPool, ReadingTimeError } from "./open-database.ts";

const log = createLogger({ level: "silent", isTerminal: false });
/** Far more than the 5 seconds of the code on a busy machine, and less than any other limit. */
const soonMs = 60_000;
let direct: TestDatabase;

beforeAll(async () => {
  direct = await createTestDatabase();
});
afterAll(() => direct.drop());

interface Opened extends AsyncDisposable {
  proxy: SilentProxy;
  opened: Database;
}

/** Opens the database through a proxy. Each test has its own, so that all of them wait at the same time. */
async function open(): Promise<Opened> {
  const proxy = await startSilentProxy(inject("testDatabaseServer"));
  const connection = { ...direct.connectionConfig, host: proxy.host, port: proxy.port };
  const opened = await openPool(connection, { databasePool: 2, databaseStatementTimeoutMs: 15_000 }, log);
  return {
    proxy,
    opened,
    [Symbol.asyncDispose]: async () => {
      proxy.close();
      await opened.close();
    },
  };
}

async function measure(work: Promise<unknown>): Promise<number> {
  const start = performance.now();
  await expect(work).rejects.toThrow();
  return performance.now() - start;
}

test.concurrent("a statement that gets no response fails within 5 seconds, and the next one uses a new connection", async () => {
  await using database = await open();
  const { proxy, opened } = database;
  const readPid = async () => (await opened.pool.query("select pg_backend_pid() as pid")).rows[0].pid;
  const first = await readPid();
  proxy.silence();
  expect(await measure(opened.pool.query("select 1"))).toBeLessThan(soonMs);
  proxy.speak();
  expect(await readPid()).not.toBe(first);
});

test.concurrent("a transaction fails too, and its connection does not go back to the pool", async () => {
  await using database = await open();
  const { proxy, opened } = database;
  const transaction = opened.kysely.transaction().execute(async (db) => {
    await sql`select 1`.execute(db);
    proxy.silence();
    await sql`select 2`.execute(db);
  });
  expect(await measure(transaction)).toBeLessThan(soonMs);
  expect(opened.pool.idleCount).toBe(0);
  proxy.speak();
  expect((await sql`select 3 as three`.execute(opened.kysely)).rows).toEqual([{ three: 3 }]);
});

test.concurrent("more statements than connections fail within seconds", async () => {
  await using database = await open();
  const { proxy, opened } = database;
  await opened.pool.query("select 1");
  proxy.silence();
  const times = await Promise.all(Array.from({ length: 20 }, () => measure(opened.pool.query("select 1"))));
  expect(Math.max(...times)).toBeLessThan(soonMs);
  proxy.speak();
  expect((await opened.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
});

test.concurrent("the listener is stale, and receives changes again after the silence", async ({ expect }) => {
  await using database = await open();
  const { proxy, opened } = database;
  const heard: string[] = [];
  const listener = await ChangeListener.open({
    connection: opened.connectionConfig,
    onChange: ({ topic }) => heard.push(topic),
    onGap: () => heard.push("gap"),
    onError: () => {},
    onSilent: () => {},
    now: () => performance.now(),
  });
  proxy.silence();
  await expect.poll(() => listener.isFresh()).toBe(false);
  // Long enough to give up two connections: an open one, and one that never opened.
  await sleep(5000);
  proxy.speak();
  await expect.poll(() => listener.isFresh()).toBe(true);
  await direct.pool.query("select pg_notify('bowline_changed', 'after:1')");
  await expect.poll(() => heard.at(-1)).toBe("after");
  expect(heard.filter((topic) => topic === "gap").length).toBeGreaterThanOrEqual(2);
  await listener.close();
});

test.concurrent("a call waits 5 seconds for its record, which is stored once after the silence", async ({
  expect,
}) => {
  await using database = await open();
  const { proxy, opened } = database;
  const writer = new HistoryWriter(opened.pool, log);
  const record = (requestId: string) => buildExecution({ request_id: requestId });
  expect(await writer.write(record("before"))).toBeGreaterThan(0);
  proxy.silence();
  const start = performance.now();
  expect(await writer.write(record("during"))).toBeNull();
  expect(performance.now() - start).toBeLessThan(soonMs);
  proxy.speak();
  const list = async () => {
    const { rows } = await direct.pool.query("select request_id from execution order by history_id");
    return rows.map((row) => row.request_id);
  };
  await expect.poll(list).toEqual(["before", "during"]);
  expect(await writer.write(record("after"))).toBeGreaterThan(0);
  expect(await list()).toEqual(["before", "during", "after"]);
});

test.concurrent("a list ends after 5 seconds, and does not delay other requests", async () => {
  let ended = 0;
  const lists = Array.from({ length: 12 }, () =>
    measure(direct.read((db) => sql`select pg_sleep(200)`.execute(db))).finally(() => ended++),
  );
  await direct.pool.query("select 1");
  expect(ended).toBe(0);
  expect(Math.max(...(await Promise.all(lists)))).toBeLessThan(soonMs);
  const twice = direct.read(async (db) => {
    await sql`select pg_sleep(3)`.execute(db);
    await sql`select pg_sleep(3)`.execute(db);
  });
  await expect(twice).rejects.toThrow(ReadingTimeError);
});
