import type { SqlOperation } from "@bowline/catalog";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MysqlCaller, type MysqlCallOptions } from "../../../../testing/call-mysql.ts";
import {
  isMariaDbMissing,
  type MysqlDatabase,
  startMysqlDatabase,
} from "../../../../testing/mysql-database.ts";
import { readOutput, readRefusal } from "../../../../testing/read-outcome.ts";
import { type Egress, openEgress } from "../../../egress/egress.ts";
import { openRuntimes, type Runtimes } from "../../runtimes.ts";

const maySkip = process.env.CI !== "true";
if (isMariaDbMissing && maySkip) {
  console.warn("SKIPPED: MySQL databases are not tested, there is no mariadbd on this machine.");
}

describe.skipIf(isMariaDbMissing && maySkip)("MySQL and MariaDB", () => {
  let database: MysqlDatabase;
  let egress: Egress;
  let runtimes: Runtimes;

  beforeAll(async () => {
    database = await startMysqlDatabase();
    await database.query(
      `CREATE TABLE items (id bigint unsigned PRIMARY KEY, name varchar(100), price decimal(10,2), weight float,
        size double, sold tinyint(1), made date, seen timestamp(6) NULL, local datetime NULL, at time(3), extra json,
        raw varbinary(20), flags bit(9), kind enum('a','b'), labels set('x','y'), era year) DEFAULT CHARSET utf8mb4`,
      "SET time_zone = '+00:00'",
      `INSERT INTO items VALUES
        (1, 'Anchor', 10.50, 0.1, 1e300, true, '2026-01-02', '2026-01-02 10:00:00.123400', '2026-01-02 10:00:00', '-01:02:03.5',
          '{"a": 1}', x'00ff', b'100000001', 'a', 'x,y', 1999),
        (2, 'buoy', NULL, NULL, NULL, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
        (18446744073709551615, 'Åland K İ', 3, 2.5, 2.5, NULL, '2026-01-01', '2026-01-01 10:00:00', '2026-01-01 10:00:00',
          '10:00:00', 'null', NULL, NULL, NULL, NULL, NULL)`,
      "CREATE TABLE aria (id int PRIMARY KEY) ENGINE=MyISAM",
      "CREATE TABLE hidden (id int)",
      "CREATE TABLE counted (id int AUTO_INCREMENT PRIMARY KEY, name text DEFAULT 'x')",
      "CREATE VIEW names AS SELECT name FROM items",
      "CREATE SEQUENCE counter",
      "CREATE DATABASE other",
      "CREATE TABLE other.things (id int)",
      "CREATE FUNCTION add_item() RETURNS int MODIFIES SQL DATA BEGIN INSERT INTO items (id) VALUES (999); RETURN 1; END",
      "CREATE FUNCTION add_aria() RETURNS int MODIFIES SQL DATA BEGIN INSERT INTO aria (id) VALUES (999); RETURN 1; END",
      "CREATE FUNCTION set_writing() RETURNS int BEGIN SET SESSION tx_read_only = 0; SET @kept = 1; RETURN 1; END",
      "CREATE PROCEDURE write_item() BEGIN COMMIT; START TRANSACTION READ WRITE; INSERT INTO items (id) VALUES (99); COMMIT; END",
      "CREATE PROCEDURE two_results() BEGIN SELECT 1 AS one; SELECT 2 AS two; END",
      ...["items", "aria", "counted", "names"].map((table) => `GRANT ALL ON shop.${table} TO reader`),
    );
    egress = openEgress({ allowedPrivateNetworks: ["127.0.0.0/8", "::1/128"] });
    runtimes = openRuntimes(egress, { folder: null, onReport: () => {} });
  });

  afterAll(async () => {
    await database?.close();
    await egress?.close();
  });

  const call = (
    operation: SqlOperation,
    input: Record<string, unknown> = {},
    options: MysqlCallOptions = {},
  ) => new MysqlCaller(runtimes, database).call(operation, input, options);
  const query = (sql: string, values: unknown[] = [], options: MysqlCallOptions = {}) =>
    new MysqlCaller(runtimes, database).query(sql, values, options);
  const writing = { fields: { readOnly: "false" } };
  const asOwner = () => ({ fields: database.owner });
  const countItems = async () => Number((await database.query("SELECT count(*) AS n FROM items"))[0]?.n);

  describe("tables", () => {
    it("are those of the database that the user may read", async () => {
      const { account, tables } = await readOutput(call("list_tables"));
      expect(account).toBe("reader@shop");
      expect(tables).toEqual([
        { name: "aria", kind: "table" },
        { name: "counted", kind: "table" },
        { name: "items", kind: "table" },
        { name: "names", kind: "view" },
      ]);
      for (const table of ["hidden", "other.things", "ITEMS", "items ", "counter"]) {
        expect(await readRefusal(call("select_rows", { table }))).toMatchObject({
          kind: "downstreamRefused",
        });
      }
      expect(await readOutput(call("list_tables", { limit: 1 }))).toMatchObject({
        tables: [{ name: "aria" }],
      });
    });

    it("are described with their columns", async () => {
      const { columns } = await readOutput(call("describe_table", { table: "items" }));
      expect(columns).toHaveLength(16);
      expect(columns).toContainEqual({
        name: "price",
        type: "decimal(10,2)",
        isNullable: true,
        isPrimaryKey: false,
        default: null,
      });
      expect((await readOutput(call("describe_table", { table: "counted" }))).columns).toMatchObject([
        { name: "id", isPrimaryKey: true, default: "AUTO_INCREMENT" },
        { name: "name", default: "'x'" },
      ]);
    });

    it("show the columns that the user may read, and take those that the user may write", async () => {
      await database.query(
        "CREATE TABLE people (id int PRIMARY KEY, name varchar(20), salary int, note varchar(20) DEFAULT 'new')",
        // MariaDB returns inserted rows only to who may read each column that the INSERT names.
        "GRANT SELECT (id, name), INSERT (id, name), UPDATE (note) ON shop.people TO reader",
        "INSERT INTO people (id, name) VALUES (1, 'a'), (2, 'b')",
      );
      const { columns } = await readOutput(call("describe_table", { table: "people" }));
      expect(columns).toMatchObject([{ name: "id" }, { name: "name" }, { name: "note" }]);
      expect(await readOutput(call("select_rows", { table: "people" }))).toEqual({
        rows: [
          { id: 1, name: "a" },
          { id: 2, name: "b" },
        ],
      });
      const rows = [{ id: 3, name: "c" }];
      expect(await readOutput(call("insert_rows", { table: "people", rows }, writing))).toEqual({
        affectedRows: 1,
        rows: [{ id: 3, name: "c" }],
      });
      const where = [{ column: "id", operator: "eq", value: 3 }];
      const update = { table: "people", where, set: { note: "y" } };
      expect(await readOutput(call("update_rows", update, writing))).toEqual({ affectedRows: 1 });
      await database.query("DROP TABLE people");
    });

    it("show columns that are invisible to `SELECT *`, such as a generated key", async () => {
      await database.query(
        "CREATE TABLE keyed (my_row_id bigint unsigned AUTO_INCREMENT PRIMARY KEY INVISIBLE, name varchar(20))",
        "GRANT ALL ON shop.keyed TO reader",
      );
      const rows = [{ name: "a" }, { name: "b" }];
      const expected = [
        { my_row_id: 1, name: "a" },
        { my_row_id: 2, name: "b" },
      ];
      expect(await readOutput(call("insert_rows", { table: "keyed", rows }, writing))).toEqual({
        affectedRows: 2,
        rows: expected,
      });
      expect(await readOutput(call("select_rows", { table: "keyed" }))).toEqual({ rows: expected });
      expect(await readOutput(call("get_row", { table: "keyed", key: { my_row_id: 2 } }))).toEqual({
        row: expected[1],
      });
      await database.query("DROP TABLE keyed");
    });

    it("have a schema of their rows when it is asked for", async () => {
      const { tables } = await readOutput(call("list_tables", { withRowSchema: true }));
      const items = (tables as { name: string; rowSchema: unknown }[]).find(({ name }) => name === "items");
      expect(items?.rowSchema).toMatchObject({
        properties: {
          id: { type: ["integer", "string"], description: "bigint(20) unsigned" },
          price: { type: ["number", "string", "null"] },
          extra: { description: "json" },
          name: { type: ["string", "null"] },
        },
      });
    });
  });

  describe("rows", () => {
    it("are JSON, and what JSON cannot hold is text", async () => {
      const { rows } = await readOutput(call("select_rows", { table: "items" }));
      expect(rows).toEqual([
        {
          id: 1,
          name: "Anchor",
          price: 10.5,
          weight: 0.1,
          size: 1e300,
          sold: 1,
          made: "2026-01-02",
          seen: "2026-01-02T10:00:00.1234Z",
          local: "2026-01-02T10:00:00",
          at: "-01:02:03.5",
          extra: { a: 1 },
          raw: "AP8=",
          flags: 257,
          kind: "a",
          labels: "x,y",
          era: 1999,
        },
        expect.objectContaining({ id: 2, price: null, extra: null, seen: null }),
        expect.objectContaining({
          id: "18446744073709551615",
          name: "Åland K İ",
          extra: null,
          at: "10:00:00",
        }),
      ]);
    });

    it("keep every number in JSON, and every column, also of those with one name", async () => {
      const sql = `SELECT JSON_EXTRACT('{"a": [9007199254740993]}', '$.a') AS id, 2 AS id`;
      expect(await readOutput(query(sql))).toMatchObject({ rows: [{ id: ["9007199254740993"], id_2: 2 }] });
    });

    it("keep every digit in conditions and when they are written", async () => {
      await database.query(
        "CREATE TABLE exact (n bigint, d decimal(40,20))",
        "GRANT ALL ON shop.exact TO reader",
      );
      const rows = [
        { n: "9007199254740993", d: "12345678901234567890.00000000000000000001" },
        { n: "9007199254740992", d: "12345678901234567890.00000000000000000002" },
      ];
      expect((await readOutput(call("insert_rows", { table: "exact", rows }, writing))).rows).toEqual(rows);
      for (const [column, value] of Object.entries(rows[0] ?? {})) {
        const where = [{ column, operator: "eq", value }];
        expect(await readOutput(call("select_rows", { table: "exact", where }))).toEqual({ rows: [rows[0]] });
      }
    });

    it("keep large numbers in JSON, as texts", async () => {
      const { rows } = await readOutput(
        query("SELECT json_object('id', 9007199254740993, 'price', 0.1) AS j"),
      );
      expect(rows).toEqual([{ j: { id: "9007199254740993", price: 0.1 } }]);
    });

    it("get no bytes of a text that is no base64, and no day that does not exist", async () => {
      const insert = (row: object) => call("insert_rows", { table: "items", rows: [row] }, writing);
      expect((await readRefusal(insert({ id: 61, raw: "hello" }))).message).toContain("base64");
      const refusal = await readRefusal(insert({ id: 61, seen: "2024-02-30T00:00:00Z" }));
      expect(refusal.message).toContain("Incorrect datetime value");
    });

    it("are chosen by conditions, ordered and limited", async () => {
      const input = {
        table: "items",
        columns: ["name"],
        where: [
          { column: "id", operator: "in", value: [1, 2] },
          { column: "name", operator: "isNotNull" },
        ],
        orderBy: [{ column: "id", direction: "desc" }],
        limit: 1,
        offset: 1,
      };
      expect(await readOutput(call("select_rows", input))).toEqual({ rows: [{ name: "Anchor" }] });
      expect(await readOutput(call("get_row", { table: "items", key: { id: 2 } }))).toMatchObject({
        row: { name: "buoy" },
      });
      expect(await readOutput(call("get_row", { table: "items", key: { id: 3 } }))).toEqual({ row: null });
      expect(await readRefusal(call("select_rows", { table: "items", columns: ["nome"] }))).toMatchObject({
        kind: "downstreamRefused",
      });
    });

    it("are not chosen by a value of another type that the database would convert", async () => {
      const remove = (column: string, value: unknown) =>
        call("delete_rows", { table: "items", where: [{ column, operator: "eq", value }] }, writing);
      // As numbers, every text without digits equals 0.
      expect(await readOutput(remove("name", 0))).toEqual({ affectedRows: 0 });
      expect(await readOutput(remove("name", false))).toEqual({ affectedRows: 0 });
      for (const value of ["Anchor", "1 or 1=1", "", "0x1", "NaN", "1e999"]) {
        const { message } = await readRefusal(remove("id", value));
        expect(message).toContain("takes a number");
      }
      expect(await countItems()).toBe(3);
    });

    it("are left to the gateway to shape when the request's shape was not offered", async () => {
      expect(await call("select_rows", { table: "items" })).not.toHaveProperty("remainingShape");
      const shape = { sort: [{ fieldName: "id", orderDirection: -1 as const }], top: 1 };
      expect(await call("select_rows", { table: "items" }, { shape })).toMatchObject({
        output: { rows: [{ id: "18446744073709551615" }] },
        remainingShape: {},
      });
      expect(await call("select_rows", { table: "items", limit: 2 }, { shape })).toMatchObject({
        remainingShape: shape,
      });
    });

    it("are filtered after the input's own conditions", async () => {
      const where = [{ column: "id", operator: "lte", value: 2 }];
      const shape = { filters: [{ fieldName: "name", operator: "contains" as const, value: "BU" }] };
      expect(await call("select_rows", { table: "items", where }, { shape })).toMatchObject({
        output: { rows: [{ id: 2 }] },
        remainingShape: {},
      });
    });

    it("are inserted, updated and deleted when the connection may write", async () => {
      const rows = [
        {
          id: 50,
          name: "x",
          extra: ["j"],
          raw: "AP8=",
          sold: true,
          seen: "2026-01-02T10:00:00.5+02:00",
          flags: 5,
        },
        { id: 51, price: 1.25, local: "2026-01-02T10:00:00" },
      ];
      expect(await readOutput(call("insert_rows", { table: "items", rows }, writing))).toMatchObject({
        affectedRows: 2,
        rows: [
          { id: 50, extra: ["j"], raw: "AP8=", sold: 1, seen: "2026-01-02T08:00:00.5Z", flags: 5 },
          { id: 51, price: 1.25, local: "2026-01-02T10:00:00" },
        ],
      });
      const where = [
        { column: "id", operator: "gte", value: 50 },
        { column: "id", operator: "lt", value: 60 },
      ];
      const update = { table: "items", set: { name: null, price: 2 }, where };
      expect(await readOutput(call("update_rows", update, writing))).toEqual({ affectedRows: 2 });
      // Also rows that have the new values already.
      expect(await readOutput(call("update_rows", update, writing))).toEqual({ affectedRows: 2 });
      expect(await readOutput(call("delete_rows", { table: "items", where }, writing))).toEqual({
        affectedRows: 2,
      });
    });

    it("get what the database chooses for a column", async () => {
      const rows = [{ name: "a" }, { id: 7 }];
      expect(await readOutput(call("insert_rows", { table: "counted", rows }, writing))).toEqual({
        affectedRows: 2,
        rows: [
          { id: 1, name: "a" },
          { id: 7, name: "x" },
        ],
      });
    });

    it("are not changed at all when one of them is refused", async () => {
      const { kind, message } = await readRefusal(
        call("insert_rows", { table: "items", rows: [{ id: 60 }, { id: 1 }] }, writing),
      );
      expect(kind).toBe("downstreamRefused");
      expect(message).toContain("Duplicate entry");
      const tooLong = [{ id: 61, name: "x".repeat(101) }];
      expect(
        (await readRefusal(call("insert_rows", { table: "items", rows: tooLong }, writing))).message,
      ).toContain("too long");
      expect(await countItems()).toBe(3);
    });

    it("keep shapes as they are", async () => {
      await database.query(
        "CREATE TABLE shapes (id int PRIMARY KEY, shape geometry, place point)",
        "INSERT INTO shapes VALUES (1, ST_GeomFromText('POLYGON((0 0,1 0,1 1,0 0))'), POINT(1, 2)), (2, NULL, NULL)",
        "GRANT ALL ON shop.shapes TO reader",
      );
      const { rows } = await readOutput(call("select_rows", { table: "shapes" }));
      expect(rows).toMatchObject([{ place: "AAAAAAEBAAAAAAAAAAAA8D8AAAAAAAAAQA==" }, { shape: null }]);
      const [first] = rows as Record<string, unknown>[];
      const input = { table: "shapes", rows: [{ ...first, id: 3 }] };
      expect((await readOutput(call("insert_rows", input, writing))).rows).toEqual([{ ...first, id: 3 }]);
    });

    it("are cut at the limit, and the result says so", async () => {
      const many = "SELECT seq AS n FROM shop.many";
      await database.query(
        "CREATE TABLE many AS SELECT seq FROM seq_1_to_5000",
        "GRANT SELECT ON shop.many TO reader",
      );
      for (const sql of [many, `${many} LIMIT 4000`, `${many} UNION SELECT 0`]) {
        const outcome = await query(sql);
        expect(outcome).toMatchObject({
          isSuccess: true,
          resultsCut: "rows",
          output: { rows: { length: 1000 } },
        });
      }
      expect(await query(`${many} LIMIT 1000`)).not.toHaveProperty("resultsCut");
      const limit = await readOutput(call("run_query", { sql: "SELECT @@sql_select_limit AS n" }, writing));
      expect(limit).toMatchObject({ rows: [{ n: 1001 }] });
      expect(await readOutput(query(`SELECT count(*) AS n FROM (${many}) x`))).toMatchObject({
        rows: [{ n: 5000 }],
      });
    });
  });

  describe("a connection that only reads", () => {
    const hostile = [
      "INSERT INTO items (id) VALUES (99)",
      "INSERT INTO items (id) VALUES (99) RETURNING id",
      "INSERT INTO aria VALUES (99)",
      "DELETE FROM items RETURNING id",
      "SELECT add_item()",
      "SELECT add_aria()",
      "DO add_item()",
      "SELECT NEXT VALUE FOR counter",
      "SELECT SETVAL(counter, 100)",
      "SELECT * FROM items FOR UPDATE",
      "SELECT 1 INTO OUTFILE '/tmp/bowline-never'",
      "(SELECT 1 INTO DUMPFILE '/tmp/bowline-never')",
      "SELECT 1 INTO @kept",
      "CREATE TABLE copied AS SELECT 1",
      "CREATE TEMPORARY TABLE copied (id int)",
      "DROP TABLE items",
      "TRUNCATE items",
      "ALTER TABLE items ADD x int",
      "CALL write_item()",
      "BEGIN NOT ATOMIC COMMIT; INSERT INTO items (id) VALUES (99); END",
      "IF 1 THEN INSERT INTO items (id) VALUES (99); END IF",
      "EXECUTE IMMEDIATE 'INSERT INTO items (id) VALUES (99)'",
      "PREPARE x FROM 'INSERT INTO items (id) VALUES (99)'",
      "SET STATEMENT tx_read_only = 0 FOR INSERT INTO items (id) VALUES (99)",
      "SELECT 1; INSERT INTO items (id) VALUES (99)",
      "ROLLBACK; INSERT INTO items (id) VALUES (99)",
      "ROLLBACK",
      "COMMIT",
      "START TRANSACTION READ WRITE",
      "SET SESSION tx_read_only = 0",
      "SET TRANSACTION READ WRITE",
      "SET GLOBAL max_connections = 10",
      "SET PASSWORD = PASSWORD('')",
      "SET ROLE NONE",
      "USE other",
      "HANDLER items OPEN",
      "DO SLEEP(0)",
      "LOCK TABLES items WRITE",
      "FLUSH TABLES",
      "KILL 999999",
      "SHUTDOWN",
      "ANALYZE TABLE items",
      "OPTIMIZE TABLE items",
      "REPAIR TABLE aria",
      "ANALYZE INSERT INTO items (id) VALUES (99)",
      "EXPLAIN INSERT INTO items (id) VALUES (99)",
      "LOAD DATA LOCAL INFILE '/etc/passwd' INTO TABLE items",
      "LOAD DATA INFILE '/etc/passwd' INTO TABLE items",
      "/*!50000 INSERT INTO items (id) VALUES (99) */",
      "/*M! INSERT INTO items (id) VALUES (99) */",
      "/*! SELECT */ 1",
      "/* SELECT */ INSERT INTO items (id) VALUES (99)",
      "-- SELECT\nINSERT INTO items (id) VALUES (99)",
      "SELECT /*! 1; DELETE FROM items */",
      "SELECT 1 /*! INTO OUTFILE '/tmp/bowline-never' */",
      "WITH one AS (SELECT 1 AS id) DELETE FROM items",
      "GRANT ALL ON *.* TO reader",
      "CREATE USER x",
      "XA START 'x'",
      "--\nOPTIMIZE TABLE items /*\nSELECT 1 */",
      ...["show$", "showé", "\u00a0show", "show", "desc", "explain", "select", "`show`"].map(
        (label) => `${label}: BEGIN NOT ATOMIC COMMIT; INSERT INTO items (id) VALUES (99); END`,
      ),
      "BACKUP STAGE START",
      "INSTALL PLUGIN x SONAME 'x'",
      "CHANGE MASTER TO MASTER_HOST='x'",
    ];

    it.each(hostile)("refuses %s", async (sql) => {
      // As one who may do everything: it is not rights that refuse it.
      const { kind } = await readRefusal(query(sql, [], asOwner()));
      expect(kind).toBe("downstreamRefused");
      expect(await countItems()).toBe(3);
      const [tables] = await database.query(
        "SELECT count(*) AS n FROM information_schema.TABLES WHERE TABLE_NAME = 'copied'",
      );
      expect(Number(tables?.n)).toBe(0);
    });

    it("refuses them one after the other through one connection, and settings do not outlive their call", async () => {
      await readOutput(query("SELECT set_writing()", [], asOwner()));
      expect(await readRefusal(query("SELECT add_item()", [], asOwner()))).toMatchObject({
        kind: "downstreamRefused",
      });
      const settings = "SELECT @kept AS kept, @@session.time_zone AS zone, @@character_set_client AS charset";
      expect(await readOutput(query(settings, [], asOwner()))).toMatchObject({
        rows: [{ kept: null, zone: "+00:00", charset: "utf8mb4" }],
      });
      expect(await countItems()).toBe(3);
    });

    it.each(["insert_rows", "update_rows", "delete_rows"] as const)("refuses %s", async (operation) => {
      const where = [{ column: "id", operator: "eq", value: 1 }];
      const input = { table: "items", rows: [{ id: 70 }], set: { name: "y" }, where };
      const { kind, message } = await readRefusal(call(operation, input));
      expect(kind).toBe("downstreamRefused");
      expect(message).toContain("readOnly");
    });

    it("runs queries with values, EXPLAIN and SHOW", async () => {
      expect(
        await readOutput(query("SELECT ? + 1 AS n, ? AS t, ? AS b, ? AS j", [41, "a", true, { a: 1 }])),
      ).toMatchObject({
        rows: [{ n: 42, t: "a", b: 1, j: '{"a":1}' }],
        affectedRows: null,
      });
      const first = "/* one */ -- two\n # three\n (SELECT id FROM items WHERE id = ? LIMIT ?) -- the first";
      expect(await readOutput(query(first, [1, 1]))).toMatchObject({ rows: [{ id: 1 }] });
      expect(await readOutput(query("WITH x AS (SELECT 1 AS n) SELECT * FROM x;"))).toMatchObject({
        rows: [{ n: 1 }],
      });
      expect(await readOutput(query("VALUES (1), (2)"))).toHaveProperty("rows.length", 2);
      for (const sql of [
        "EXPLAIN SELECT 1",
        "SHOW TABLES",
        "DESCRIBE items",
        "SHOW PROCESSLIST",
        "show warnings",
      ]) {
        expect(await readOutput(query(sql))).toHaveProperty("rows");
      }
      expect(await readOutput(query("SELECT 1 AS `__proto__`, 2 AS `a.b`"))).toMatchObject({
        rows: [{ "a.b": 2 }],
      });
      const { message } = await readRefusal(query("SELECT ?", []));
      expect(message).toContain("1 placeholders");
    });

    it("has at most 10,000 values, since the driver holds the event loop for each", async () => {
      const repeat = <Value>(value: Value, count: number) => Array.from({ length: count }, () => value);
      const ask = (count: number) =>
        query(`SELECT 1 IN (${repeat("?", count).join(", ")}) AS found`, repeat(1, count));
      expect(await readOutput(ask(10_000))).toMatchObject({ rows: [{ found: 1 }] });
      expect(await readRefusal(ask(10_001))).toMatchObject({
        kind: "downstreamRefused",
        message: expect.stringContaining("at most 10000 values"),
      });
    });
  });

  describe("a connection that writes", () => {
    it("takes one statement too", async () => {
      await readRefusal(query("SELECT 1; DELETE FROM items", [], writing));
      await readRefusal(query("DELETE FROM items WHERE false; DELETE FROM items", [], writing));
      expect(
        await readOutput(query("UPDATE items SET name = ? WHERE id = 2", ["buoy"], writing)),
      ).toMatchObject({
        affectedRows: 1,
      });
      expect(await countItems()).toBe(3);
    });

    it("runs statements of other kinds, and nothing of them is left for the next call", async () => {
      const fields = { ...database.owner, readOnly: "false" };
      expect(await readOutput(query("CREATE TABLE made (id int)", [], { fields }))).toEqual({
        rows: [],
        affectedRows: null,
      });
      expect(await readOutput(query("INSERT INTO made VALUES (1) RETURNING id", [], { fields }))).toEqual({
        rows: [{ id: 1 }],
        affectedRows: 1,
      });
      expect(await readOutput(query("CALL two_results()", [], { fields }))).toMatchObject({
        rows: [{ one: 1 }],
      });
      for (const sql of [
        "USE other",
        "SET ROLE NONE",
        "LOCK TABLES items WRITE",
        "EXECUTE IMMEDIATE 'SELECT 1 AS one'",
      ]) {
        await readOutput(query(sql, [], { fields }));
        expect(await readOutput(query("SELECT DATABASE() AS name", [], { fields }))).toMatchObject({
          rows: [{ name: "shop" }],
        });
      }
      await readOutput(query("DROP TABLE made", [], { fields }));
    });

    it("undoes a statement that fails", async () => {
      await readRefusal(query("INSERT INTO items (id) SELECT 80 UNION ALL SELECT 1", [], writing));
      expect(await countItems()).toBe(3);
    });
  });
});
