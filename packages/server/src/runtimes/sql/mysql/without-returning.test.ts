import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MysqlCaller } from "../../../../testing/call-mysql.ts";
import {
  isMariaDbMissing,
  type MysqlDatabase,
  startMysqlDatabase,
} from "../../../../testing/mysql-database.ts";
import { readOutput, readRefusal } from "../../../../testing/read-outcome.ts";
import { type Egress, openEgress } from "../../../egress/egress.ts";
import { openRuntimes, type Runtimes } from "../../runtimes.ts";

const maySkip = process.env.CI !== "true";
const writing = { fields: { readOnly: "false" } };

describe.skipIf(isMariaDbMissing && maySkip)("a server that says it is MySQL", () => {
  let database: MysqlDatabase;
  let egress: Egress;
  let runtimes: Runtimes;

  beforeAll(async () => {
    database = await startMysqlDatabase({ version: "8.0.44" });
    await database.query(
      "CREATE TABLE counted (id bigint unsigned AUTO_INCREMENT PRIMARY KEY, name varchar(20) UNIQUE DEFAULT 'x', at timestamp DEFAULT '2026-01-01')",
      "CREATE TABLE pairs (a varchar(20), b int, c int DEFAULT 5, PRIMARY KEY (a, b))",
      "CREATE TABLE chosen (id char(36) PRIMARY KEY DEFAULT (UUID()), name text)",
      "CREATE TABLE keyless (name text)",
      "CREATE TABLE moved (id int PRIMARY KEY, name text)",
      "CREATE TRIGGER moves BEFORE INSERT ON moved FOR EACH ROW SET NEW.id = NEW.id + 100",
      "GRANT ALL ON shop.* TO reader",
    );
    egress = openEgress({ allowedPrivateNetworks: ["127.0.0.0/8"] });
    runtimes = openRuntimes(egress, { folder: null, onReport: () => {} });
  });

  afterAll(async () => {
    await database?.close();
    await egress?.close();
  });

  const insert = (table: string, rows: Record<string, unknown>[]) =>
    new MysqlCaller(runtimes, database).call("insert_rows", { table, rows }, writing);

  it("says so", async () => {
    const { rows } = await readOutput(new MysqlCaller(runtimes, database).query("SELECT VERSION() AS v"));
    expect(rows).toEqual([{ v: "8.0.44" }]);
  });

  it("is asked for the new rows by the keys that it chose", async () => {
    const rows = [{ name: "a" }, { id: 7 }, { id: 0, name: "b" }, { id: null, name: "c" }];
    expect(await readOutput(insert("counted", rows))).toEqual({
      affectedRows: 4,
      rows: [
        { id: 1, name: "a", at: expect.any(String) },
        { id: 7, name: "x", at: expect.any(String) },
        { id: 8, name: "b", at: expect.any(String) },
        { id: 9, name: "c", at: expect.any(String) },
      ],
    });
    expect(await readOutput(insert("counted", [{ id: "9007199254740993", name: "d" }]))).toMatchObject({
      rows: [{ id: "9007199254740993" }],
    });
  });

  it("is asked for the new rows by the keys of the input", async () => {
    const rows = [
      { a: "x", b: 1 },
      { a: "x", b: 2, c: 6 },
    ];
    expect(await readOutput(insert("pairs", rows))).toEqual({
      affectedRows: 2,
      rows: [
        { a: "x", b: 1, c: 5 },
        { a: "x", b: 2, c: 6 },
      ],
    });
  });

  it.each([
    ["chosen", [{ name: "a" }, { name: "b" }]],
    ["keyless", [{ name: "a" }, { name: "b" }]],
    ["moved", [{ id: 1 }, { id: 2 }]],
  ])("only counts the rows of the table %s, which it cannot tell", async (table, rows) => {
    expect(await readOutput(insert(table, rows))).toEqual({ affectedRows: 2, rows: [] });
    expect(await database.query(`SELECT count(*) AS n FROM ${table}`)).toEqual([{ n: 2 }]);
  });

  it("keeps none of the rows when one of them is refused", async () => {
    const { message } = await readRefusal(insert("counted", [{ name: "new" }, { name: "a" }]));
    expect(message).toContain("Duplicate entry");
    expect(await database.query("SELECT count(*) AS n FROM counted WHERE name = 'new'")).toEqual([{ n: 0 }]);
  });
});
