import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MysqlCaller } from "../../../../testing/call-mysql.ts";
import {
  isMariaDbMissing,
  type MysqlDatabase,
  startMysqlDatabase,
} from "../../../../testing/mysql-database.ts";
import { readOutput, readRefusal } from "../../../../testing/read-outcome.ts";
import { type Egress, openEgress } from "../../../egress/egress.ts";
import { openRuntimes } from "../../runtimes.ts";

const maySkip = process.env.CI !== "true";
const writing = { fields: { readOnly: "false" } };

describe.skipIf(isMariaDbMissing && maySkip)("a column of another character set than Unicode", () => {
  let database: MysqlDatabase;
  let egress: Egress;
  let caller: MysqlCaller;

  beforeAll(async () => {
    database = await startMysqlDatabase();
    await database.query(
      `CREATE TABLE names (id int PRIMARY KEY, latin varchar(40) CHARACTER SET latin1, exact varchar(40) CHARACTER SET latin1 COLLATE latin1_bin,
        russian varchar(40) CHARACTER SET cp1251, short varchar(40) CHARACTER SET utf8mb3)`,
      "INSERT INTO names VALUES (1, 'Ann', 'Ann', 'Ann', 'Ann'), (2, 'École', 'École', 'Школа', '日本'), (3, '?', '?', '?', '?'), (4, NULL, NULL, NULL, NULL)",
      "GRANT ALL ON shop.names TO reader",
    );
    egress = openEgress({ allowedPrivateNetworks: ["127.0.0.0/8"] });
    caller = new MysqlCaller(openRuntimes(egress, { folder: null, onReport: () => {} }), database);
  });

  afterAll(async () => {
    await database?.close();
    await egress?.close();
  });

  const find = async (column: string, operator: string, value: unknown) => {
    const where = [{ column, operator, value }];
    const { rows } = await readOutput(caller.call("select_rows", { table: "names", where, columns: ["id"] }));
    return (rows as { id: number }[]).map(({ id }) => id);
  };
  const columns = ["latin", "exact", "russian", "short"];

  it.each(columns)("%s is compared with characters that it lacks", async (column) => {
    expect(await find(column, "eq", "\u{1F600}")).toEqual([]);
    expect(await find(column, "ne", "\u{1F600}")).toEqual([1, 2, 3]);
    expect(await find(column, "like", "%\u{1F600}%")).toEqual([]);
    expect(await find(column, "in", ["Ann", "\u{1F600}", "日本語"])).toEqual([1]);
    expect(await find(column, "in", ["\u{1F600}"])).toEqual([]);
    expect(await find(column, "gt", "\u{1F600}")).toEqual([]);
    expect(await find(column, "lt", "\u{1F600}")).toEqual([1, 2, 3]);
  });

  it("finds the characters that it has, by its own collation", async () => {
    expect(await find("latin", "eq", "ÉCOLE")).toEqual([2]);
    expect(await find("exact", "eq", "ÉCOLE")).toEqual([]);
    expect(await find("russian", "eq", "ШКОЛА")).toEqual([2]);
    expect(await find("short", "eq", "日本")).toEqual([2]);
    expect(await find("latin", "in", ["École", "ann"])).toEqual([1, 2]);
  });

  it("is never changed by a condition that holds for no row", async () => {
    const where = [{ column: "latin", operator: "eq", value: "日" }];
    const change = { table: "names", set: { short: "x" }, where };
    expect(await readOutput(caller.call("update_rows", change, writing))).toEqual({ affectedRows: 0 });
    const remove = { table: "names", where };
    expect(await readOutput(caller.call("delete_rows", remove, writing))).toEqual({ affectedRows: 0 });
    expect(await readOutput(caller.call("get_row", { table: "names", key: { latin: "日" } }))).toEqual({
      row: null,
    });
  });

  it("takes no character that it lacks", async () => {
    const insert = { table: "names", rows: [{ id: 9, latin: "日" }] };
    expect((await readRefusal(caller.call("insert_rows", insert, writing))).message).toContain(
      "Incorrect string",
    );
  });
});
