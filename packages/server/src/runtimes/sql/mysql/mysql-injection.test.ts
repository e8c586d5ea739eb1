import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MysqlCaller } from "../../../../testing/call-mysql.ts";
import {
  isMariaDbMissing,
  type MysqlDatabase,
  startMysqlDatabase,
} from "../../../../testing/mysql-database.ts";
import { type Egress, openEgress } from "../../../egress/egress.ts";
import { openRuntimes } from "../../runtimes.ts";
import { quoteName } from "./quote-name.ts";

const maySkip = process.env.CI !== "true";
const pieces = [
  "'",
  '"',
  "`",
  "``",
  "\\",
  "\\'",
  "--",
  "-- ",
  "#",
  "/*",
  "*/",
  "/*!",
  ";",
  "\0",
  "?",
  "@@version",
  ")",
  ".",
  " OR 1=1 ",
  "; DROP TABLE safe; -- ",
  "\n",
  "\u001a",
  "é",
  "縗",
  "\u{1F600}",
  "safe",
  "shop",
];
const hostileText = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 3 })), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join(""));
/** Names that MariaDB can store: no character above U+FFFF, no space at the end. */
const hostileName = hostileText
  .map((text) => text.replace(/[\0\u{10000}-\u{10ffff}\ud800-\udfff]/gu, "").trimEnd())
  .filter((text) => text !== "" && text.length < 50);

describe.skipIf(isMariaDbMissing && maySkip)("in MySQL", () => {
  let database: MysqlDatabase;
  let egress: Egress;
  let caller: MysqlCaller;

  beforeAll(async () => {
    database = await startMysqlDatabase();
    await database.query(
      "CREATE TABLE safe (id int PRIMARY KEY, name text)",
      "INSERT INTO safe VALUES (1, 'one'), (2, 'two')",
    );
    egress = openEgress({ allowedPrivateNetworks: ["127.0.0.0/8"] });
    caller = new MysqlCaller(openRuntimes(egress, { folder: null, onReport: () => {} }), database);
  });

  afterAll(async () => {
    await database?.close();
    await egress?.close();
  });

  /** As one who may do everything. */
  const call = (operation: Parameters<MysqlCaller["call"]>[0], input: Record<string, unknown>) =>
    caller.call(operation, input, { fields: { ...database.owner, readOnly: "false" } });
  const untouched = [
    { id: 1, name: "one" },
    { id: 2, name: "two" },
  ];
  const readSafe = () => database.query("SELECT * FROM safe ORDER BY id");

  it("no name or value of the input is read as SQL", { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(hostileText, hostileText, async (first, second) => {
        const where = [{ column: "name", operator: "eq", value: first }];
        for (const outcome of [
          await call("select_rows", { table: first }),
          await call("select_rows", { table: "safe", columns: [first] }),
          await call("select_rows", { table: "safe", orderBy: [{ column: first, direction: "desc" }] }),
          await call("get_row", { table: "safe", key: { [`x${first}`]: second } }),
          await call("insert_rows", { table: "safe", rows: [{ [`x${first}`]: second }] }),
          await call("update_rows", { table: "safe", set: { [`x${first}`]: second }, where }),
        ]) {
          expect(outcome.isSuccess && first !== "safe").toBe(false);
        }
        for (const operation of ["select_rows", "update_rows", "delete_rows"] as const) {
          const input = {
            table: "safe",
            ...(operation === "update_rows" && { set: { name: second } }),
            where,
          };
          const expected = operation === "select_rows" ? { rows: [] } : { affectedRows: 0 };
          expect(await call(operation, input)).toMatchObject({ isSuccess: true, output: expected });
        }
        expect(await readSafe()).toEqual(untouched);
      }),
      { numRuns: 25 },
    );
  });

  it("tables and columns with hostile names work as any other", { timeout: 300_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(hostileName, hostileName, hostileText, async (name, column, value) => {
        const table = `t${name}`;
        const other = `c${column}`;
        await database.query(`CREATE TABLE ${quoteName(table)} (${quoteName(other)} text)`);
        const inserted = await call("insert_rows", { table, rows: [{ [other]: value }] });
        expect(inserted).toMatchObject({ isSuccess: true, output: { rows: [{ [other]: value }] } });
        const where = [{ column: other, operator: "eq", value }];
        expect(await call("select_rows", { table, where })).toMatchObject({
          output: { rows: [{ [other]: value }] },
        });
        expect(await call("delete_rows", { table, where })).toMatchObject({ output: { affectedRows: 1 } });
        await database.query(`DROP TABLE ${quoteName(table)}`);
        expect(await readSafe()).toEqual(untouched);
      }),
      { numRuns: 20 },
    );
  });
});
