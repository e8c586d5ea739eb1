import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MysqlCaller } from "../../../../testing/call-mysql.ts";
import {
  isMariaDbMissing,
  type MysqlDatabase,
  startMysqlDatabase,
} from "../../../../testing/mysql-database.ts";
import { readOutput } from "../../../../testing/read-outcome.ts";
import { type Egress, openEgress } from "../../../egress/egress.ts";
import { openRuntimes } from "../../runtimes.ts";

const maySkip = process.env.CI !== "true";
const columns = ["day", "wall", "at"];

describe.skipIf(isMariaDbMissing && maySkip)("a zero date", () => {
  let database: MysqlDatabase;
  let egress: Egress;
  let caller: MysqlCaller;

  beforeAll(async () => {
    database = await startMysqlDatabase();
    await database.query(
      "SET sql_mode = ''",
      `CREATE TABLE posts (id int PRIMARY KEY, day date NOT NULL, wall datetime NOT NULL, at timestamp NOT NULL DEFAULT 0, gone date)`,
      "INSERT INTO posts VALUES (1, 0, 0, 0, NULL), (2, '2026-01-02', '2026-01-02', '2026-01-02', '2026-01-02')",
      "GRANT ALL ON shop.posts TO reader",
    );
    egress = openEgress({ allowedPrivateNetworks: ["127.0.0.0/8"] });
    caller = new MysqlCaller(openRuntimes(egress, { folder: null, onReport: () => {} }), database);
  });

  afterAll(async () => {
    await database?.close();
    await egress?.close();
  });

  const find = async (input: object, shape = {}) => {
    const call = caller.call("select_rows", { table: "posts", ...input }, { shape });
    return ((await readOutput(call)).rows as { id: number }[]).map(({ id }) => id);
  };

  it.each(columns)(
    "of %s is no null: no condition and no filter finds or deletes it as one",
    async (column) => {
      const where = [{ column, operator: "isNull" }];
      expect(await find({ where })).toEqual([]);
      expect(await find({ where: [{ column, operator: "isNotNull" }] })).toEqual([1, 2]);
      expect(await find({}, { filters: [{ fieldName: column, operator: "isNull", value: "" }] })).toEqual([]);
      expect(await find({}, { filters: [{ fieldName: column, operator: "isNotNull", value: "" }] })).toEqual([
        1, 2,
      ]);
      const call = caller.call("delete_rows", { table: "posts", where }, { fields: { readOnly: "false" } });
      expect(await readOutput(call)).toEqual({ affectedRows: 0 });
    },
  );

  it("is found as the value that it is, and nulls are found as nulls", async () => {
    expect(await find({ where: [{ column: "day", operator: "eq", value: "0000-00-00" }] })).toEqual([1]);
    expect(await find({ where: [{ column: "gone", operator: "isNull" }] })).toEqual([1]);
  });
});
