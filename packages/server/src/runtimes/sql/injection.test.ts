import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createSqlDatabase, type SqlDatabase } from "../../../testing/sql-database.ts";
import { type Egress, openEgress } from "../../egress/egress.ts";
import type { Outcome } from "../outcome.ts";
import { openRuntimes, type Runtimes } from "../runtimes.ts";
import { parseTableName, writeTableName } from "./postgresql/table-name.ts";
import { quoteName } from "./quote-name.ts";

let database: SqlDatabase;
let egress: Egress;
let runtimes: Runtimes;

beforeAll(async () => {
  database = await createSqlDatabase();
  await database.owner.query(`CREATE TABLE safe (id int PRIMARY KEY, name text);
    INSERT INTO safe VALUES (1, 'one'), (2, 'two'); GRANT ALL ON safe TO ${database.user}`);
  egress = openEgress({ allowedPrivateNetworks: ["127.0.0.0/8"] });
  runtimes = openRuntimes(egress, { folder: null, onReport: () => {} });
});

afterAll(async () => {
  await database?.close();
  await egress?.close();
});

function call(
  operation: "select_rows" | "get_row" | "insert_rows" | "update_rows" | "delete_rows",
  input: Record<string, unknown>,
): Promise<Outcome> {
  const { port, name, user, password } = database;
  const variables = {
    host: "127.0.0.1",
    port,
    database: name,
    user,
    password,
    sslMode: "disable",
    readOnly: "false",
  };
  const access = { serverUrl: "postgresql://{host}:{port}", variables, placements: [], secretValues: [] };
  const tool = runtimes.compile({ kind: "sql", dialect: "postgresql", operation });
  return tool.prepare(access, input).send({ timeoutMs: 20_000, maxBytes: 1_000_000, mayRepeat: false });
}

const pieces = [
  "'",
  '"',
  "''",
  '""',
  "--",
  "/*",
  "*/",
  ";",
  "\\",
  "\0",
  "$1",
  "$$",
  ")",
  ".",
  " OR 1=1 ",
  "; DROP TABLE safe; --",
  "\n",
  "é",
  "\u{1F600}",
  "\u2019",
  "E'\\'",
  'U&"',
  "safe",
  "%s",
];
const hostileText = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 3 })), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join(""));
/** Names that PostgreSQL can store. */
const hostileName = hostileText
  .map((text) => text.replaceAll("\0", ""))
  .filter((text) => text !== "" && Buffer.byteLength(text) < 60);

const readSafe = async () => (await database.owner.query("SELECT * FROM safe ORDER BY id")).rows;
const untouched = [
  { id: 1, name: "one" },
  { id: 2, name: "two" },
];

it("no name or value of the input is read as SQL", { timeout: 120_000 }, async () => {
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
        const outcome = await call(operation, { table: "safe", set: { name: second }, where });
        if (outcome.isSuccess) {
          expect(outcome.output).toEqual(operation === "select_rows" ? { rows: [] } : { affectedRows: 0 });
        } else {
          expect(first + second).toContain("\0");
        }
      }
      expect(await readSafe()).toEqual(untouched);
    }),
    { numRuns: 40 },
  );
});

it("tables and columns with hostile names work as any other", { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(hostileName, hostileName, hostileText, async (table, column, text) => {
      const value = text.replaceAll("\0", "");
      const quoted = quoteName(`t${table}`);
      const other = `c${column}`;
      await database.owner.query(`CREATE TABLE ${quoted} (${quoteName(other)} text)`);
      await database.owner.query(`GRANT ALL ON ${quoted} TO ${database.user}`);
      const name = writeTableName([`t${table}`]);
      const inserted = await call("insert_rows", { table: name, rows: [{ [other]: value }] });
      expect(inserted).toMatchObject({ isSuccess: true, output: { rows: [{ [other]: value }] } });
      const where = [{ column: other, operator: "eq", value }];
      expect(await call("select_rows", { table: name, where })).toMatchObject({
        output: { rows: [{ [other]: value }] },
      });
      expect(await call("delete_rows", { table: name, where })).toMatchObject({
        output: { affectedRows: 1 },
      });
      await database.owner.query(`DROP TABLE ${quoted}`);
      expect(await readSafe()).toEqual(untouched);
    }),
    { numRuns: 25 },
  );
});

it("a written table name means one table", () => {
  fc.assert(
    fc.property(fc.array(hostileName, { minLength: 1, maxLength: 2 }), (path) => {
      expect(parseTableName(writeTableName(path))).toEqual(path);
    }),
  );
});
