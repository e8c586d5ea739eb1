import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../testing/test-database.ts";
import { BinaryRows } from "./binary-rows.ts";
import { copyRows } from "./copy-rows.ts";

const statement = "copy sample from stdin with (format binary)";
let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  await db.background.pool.query(
    `create table sample (n integer, large bigint, fraction double precision, yes boolean, id uuid, words text, note json,
       at timestamptz)`,
  );
});
afterAll(() => db.drop());

const words = ["", "a", "é 🪢", '{"a":"\\u0000"}', "a\tb\\.\n\r\\N", "x".repeat(3000), "🪢".repeat(30_000)];
const large = [0, -1, 2 ** 32, -(2 ** 32) - 1, 2 ** 53 - 1, -(2 ** 53) + 1, 2 ** 31];

test("PostgreSQL reads what was encoded", async () => {
  const rows = new BinaryRows();
  for (const [index, word] of words.entries()) {
    rows.beginRow(8);
    rows.addInteger(index - 3);
    rows.addBigint(large[index] ?? 0);
    rows.addDouble(index / 3);
    rows.addBoolean(index % 2 === 0);
    rows.addUuid("00c0ffee-0000-4000-8000-00000000000a");
    rows.addText(word);
    rows.addText(JSON.stringify({ word }));
    rows.addTimestamp(new Date(index * 1_000_000_000_123).toISOString());
  }
  rows.beginRow(8);
  for (let column = 0; column < 8; column++) {
    rows.addNull();
  }
  await copyRows(db.pool, statement, rows.finish());
  const { rows: stored } = await db.pool.query("select * from sample order by n");
  const expected = words.map((word, index) => ({
    n: index - 3,
    large: String(large[index]),
    fraction: index / 3,
    yes: index % 2 === 0,
    id: "00c0ffee-0000-4000-8000-00000000000a",
    words: word,
    note: { word },
    at: new Date(index * 1_000_000_000_123),
  }));
  const nulls = Object.fromEntries(Object.keys(expected[0] ?? {}).map((name) => [name, null]));
  expect(stored.map((row) => ({ ...row, large: row.large && String(row.large) }))).toEqual([
    ...expected,
    nulls,
  ]);
});

test("a number that its column does not hold is refused", () => {
  expect(() => new BinaryRows().addInteger(2 ** 31)).toThrow(RangeError);
});

test("rows that the database refuses leave nothing", async () => {
  await db.background.pool.query("create table word (word text)");
  const { pool } = db;
  const copy = (...texts: string[]) => {
    const rows = new BinaryRows();
    for (const word of texts) {
      rows.beginRow(1);
      rows.addText(word);
    }
    return copyRows(pool, "copy word from stdin with (format binary)", rows.finish());
  };
  await expect(copy("good", "a\0b")).rejects.toMatchObject({ code: "22021" });
  await expect(copyRows(pool, "copy nothing from stdin", Buffer.from("a"))).rejects.toMatchObject({
    code: "42P01",
  });
  await copy("good", "too");
  expect((await pool.query("select word from word")).rows).toEqual([{ word: "good" }, { word: "too" }]);
});
