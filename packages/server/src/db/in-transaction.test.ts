import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { inTransaction, retryDeadlock } from "./in-transaction.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  await sql`create table counter (name text primary key, value integer not null default 0)`.execute(
    db.kysely,
  );
  await sql`insert into counter (name) values ('first'), ('second')`.execute(db.kysely);
});
afterAll(() => db.drop());

describe("inTransaction", () => {
  test("repeats the transaction that the database ended because of a deadlock", async () => {
    const bothHoldOne = Promise.withResolvers<void>();
    let holding = 0;
    let runs = 0;
    const count = (mine: string, theirs: string) =>
      inTransaction(db.kysely, async (transaction) => {
        runs++;
        await sql`update counter set value = value + 1 where name = ${mine}`.execute(transaction);
        if (++holding === 2) {
          bothHoldOne.resolve();
        }
        await bothHoldOne.promise;
        await sql`update counter set value = value + 1 where name = ${theirs}`.execute(transaction);
        return mine;
      });

    expect(await Promise.all([count("first", "second"), count("second", "first")])).toEqual([
      "first",
      "second",
    ]);

    const { rows } = await sql`select name, value from counter order by name`.execute(db.kysely);
    expect(rows).toEqual([
      { name: "first", value: 2 },
      { name: "second", value: 2 },
    ]);
    // The database may end the repeated run, too.
    expect(runs).toBeGreaterThanOrEqual(3);
  });

  test("rolls back a run that threw, and does not repeat it", async () => {
    let runs = 0;
    const failing = inTransaction(db.kysely, async (transaction) => {
      runs++;
      await sql`insert into counter (name) values ('third')`.execute(transaction);
      throw new Error("changed its mind");
    });
    await expect(failing).rejects.toThrow("changed its mind");
    const { rows } = await sql`select 1 from counter where name = 'third'`.execute(db.kysely);
    expect({ rows, runs }).toEqual({ rows: [], runs: 1 });
  });
});

test("retryDeadlock gives up after six deadlocks", async () => {
  let runs = 0;
  const deadlock = Object.assign(new Error("deadlock detected"), { code: "40P01" });
  const failing = retryDeadlock(async () => {
    runs++;
    throw deadlock;
  });
  await expect(failing).rejects.toBe(deadlock);
  expect(runs).toBe(6);
});
