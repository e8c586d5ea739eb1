import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createProxy } from "../../../testing/create-proxy.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/test-database.ts";
import { copyRows } from "./copy-rows.ts";

const statement = "copy sample from stdin";
let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  await db.background.pool.query("create table sample (word text)");
});
afterAll(() => db.drop());

const readWords = async () => (await db.pool.query("select word from sample")).rows.map(({ word }) => word);

test("rows are stored before the database has sent anything", async () => {
  const { host, port } = inject("testDatabaseServer");
  let database: Socket | undefined;
  const proxy = createProxy(() => {
    database = connect(join(host, `.s.PGSQL.${port}`));
    return database;
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const address = { host: "127.0.0.1", port: (proxy.address() as AddressInfo).port };
  const pool = new pg.Pool({ ...db.connectionConfig, ...address, max: 1 });
  await pool.query("select 1");
  database?.pause();
  const copying = copyRows(pool, statement, Buffer.from("one\ntwo\n"));
  try {
    await expect.poll(readWords).toEqual(["one", "two"]);
  } finally {
    database?.resume();
    await copying;
    await pool.end();
    proxy.close();
  }
});

test("a statement that fails is reported, however many rows follow it", async () => {
  const rows = Buffer.from("x\n".repeat(10_000_000));
  await expect(copyRows(db.pool, "copy nothing from stdin", rows)).rejects.toMatchObject({ code: "42P01" });
});
