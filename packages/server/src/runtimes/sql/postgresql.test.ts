import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import type { SqlOperation } from "@bowline/catalog";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { readOutput, readRefusal } from "../../../testing/read-outcome.ts";
import { createSqlDatabase, type SqlDatabase } from "../../../testing/sql-database.ts";
import { type Egress, openEgress } from "../../egress/egress.ts";
import type { Outcome, ResultsShape } from "../outcome.ts";
import { openRuntimes, type Runtimes } from "../runtimes.ts";

const address = inject("testDatabaseServer");
let database: SqlDatabase;
let egress: Egress;
let runtimes: Runtimes;

beforeAll(async () => {
  database = await createSqlDatabase();
  const { owner, user } = database;
  await owner.query(`
    CREATE TABLE items (id bigint PRIMARY KEY, name text, price numeric(10,2), weight real, sold boolean,
      made date, seen timestamptz, local timestamp, tags text[], extra jsonb, raw bytea, code uuid);
    CREATE SCHEMA other;
    CREATE TABLE other.things (id int PRIMARY KEY);
    CREATE TABLE hidden (id int);
    CREATE FUNCTION add_item() RETURNS bigint LANGUAGE sql VOLATILE AS 'INSERT INTO items (id) VALUES (999) RETURNING id';
    GRANT USAGE ON SCHEMA other TO ${user};
    GRANT ALL ON items, other.things TO ${user};
    INSERT INTO items VALUES
      (1, 'Anchor', 10.50, 0.1, true, '2026-01-02', '2026-01-02T10:00:00.123456Z', '2026-01-02 10:00:00', '{a,"b c"}', '{"a": 1}', '\\x00ff', '7d444840-9dc0-11d1-b245-5ffdce74fad2'),
      (2, 'buoy', NULL, NULL, false, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
      (9007199254740993, 'Åland K İ', 3, 2.5, NULL, '2026-01-01', '2026-01-01T10:00:00Z', '2026-01-01 10:00:00', '{}', 'null', NULL, NULL);
  `);
  egress = openEgress({ allowedPrivateNetworks: ["127.0.0.0/8", "::1/128"] });
  runtimes = openRuntimes(egress, { folder: null, onReport: () => {} });
});

afterAll(async () => {
  await database?.close();
  await egress?.close();
});

interface CallOptions {
  fields?: Record<string, string>;
  shape?: ResultsShape;
  timeoutMs?: number;
  maxBytes?: number;
  signal?: AbortSignal;
  accountUserId?: number;
}

function prepare(
  operation: SqlOperation,
  input: Record<string, unknown>,
  fields: Record<string, string> = {},
) {
  const variables = {
    host: "127.0.0.1",
    port: database.port,
    database: database.name,
    user: database.user,
    password: database.password,
    sslMode: "disable",
    readOnly: "true",
    ...fields,
  };
  const access = {
    serverUrl: "postgresql://{host}:{port}",
    variables,
    placements: [],
    secretValues: [variables.password],
  };
  return runtimes.compile({ kind: "sql", dialect: "postgresql", operation }).prepare(access, input);
}

function call(
  operation: SqlOperation,
  input: Record<string, unknown> = {},
  { fields, timeoutMs = 20_000, maxBytes = 1_000_000, ...options }: CallOptions = {},
): Promise<Outcome> {
  return prepare(operation, input, fields).send({ timeoutMs, maxBytes, mayRepeat: false, ...options });
}

const writing = { fields: { readOnly: "false" } };

const query = (sql: string, values: unknown[] = [], options: CallOptions = {}) =>
  call("run_query", { sql, values }, options);
const countItems = async () => (await database.owner.query("SELECT count(*)::int AS n FROM items")).rows[0].n;

describe("tables", () => {
  it("are those that the user may read", async () => {
    const { account, tables } = await readOutput(call("list_tables"));
    expect(account).toBe(`${database.user}@${database.name}`);
    expect(tables).toEqual([
      { name: "items", kind: "table" },
      { name: "other.things", kind: "table" },
    ]);
    expect(await readRefusal(call("select_rows", { table: "hidden" }))).toMatchObject({
      kind: "downstreamRefused",
    });
  });

  it("are described with their columns", async () => {
    const { columns } = await readOutput(call("describe_table", { table: "items" }));
    expect(columns).toHaveLength(12);
    expect(columns).toContainEqual({
      name: "price",
      type: "numeric(10,2)",
      isNullable: true,
      isPrimaryKey: false,
      default: null,
    });
  });

  it("show the columns that the user may read, and take those that the user may write", async () => {
    const { owner, user } = database;
    await owner.query(`
      CREATE TABLE people (id int PRIMARY KEY, name text, salary int, note text DEFAULT 'new');
      GRANT SELECT (id, name), INSERT (id, name, note), UPDATE (note) ON people TO ${user};
      INSERT INTO people VALUES (1, 'a', 9), (2, 'b', 8);
    `);
    const { columns } = await readOutput(call("describe_table", { table: "people" }));
    expect(columns).toMatchObject([{ name: "id" }, { name: "name" }, { name: "note" }]);
    const { tables } = await readOutput(call("list_tables", { withRowSchema: true }));
    const people = (tables as { name: string; rowSchema: object }[]).find(({ name }) => name === "people");
    expect(people?.rowSchema).toHaveProperty("properties", {
      id: expect.any(Object),
      name: expect.any(Object),
    });
    const sort = [{ fieldName: "name", orderDirection: -1 as const }];
    expect(await readOutput(call("select_rows", { table: "people" }, { shape: { sort } }))).toEqual({
      rows: [
        { id: 2, name: "b" },
        { id: 1, name: "a" },
      ],
    });
    expect(await readOutput(call("get_row", { table: "people", key: { id: 1 } }))).toEqual({
      row: { id: 1, name: "a" },
    });
    const rows = [{ id: 3, name: "c", note: "x" }];
    expect(await readOutput(call("insert_rows", { table: "people", rows }, writing))).toEqual({
      affectedRows: 1,
      rows: [{ id: 3, name: "c" }],
    });
    const where = [{ column: "id", operator: "eq", value: 3 }];
    const update = { table: "people", where, set: { note: "y" } };
    expect(await readOutput(call("update_rows", update, writing))).toEqual({ affectedRows: 1 });
    expect(await readRefusal(call("select_rows", { table: "people", columns: ["note"] }))).toMatchObject({
      kind: "missingScope",
    });
    await owner.query("DROP TABLE people");
  });

  it("have a schema of their rows when it is asked for", async () => {
    const { tables } = await readOutput(call("list_tables", { withRowSchema: true }));
    expect(tables).toContainEqual(
      expect.objectContaining({
        name: "other.things",
        rowSchema: { type: "object", properties: { id: { type: ["integer"], description: "integer" } } },
      }),
    );
  });
});

describe("rows", () => {
  it("are JSON, and what JSON cannot hold is text", async () => {
    const { rows } = await readOutput(call("select_rows", { table: "items" }));
    expect(rows).toMatchObject([
      {
        id: 1,
        name: "Anchor",
        price: 10.5,
        weight: 0.1,
        sold: true,
        made: "2026-01-02",
        seen: "2026-01-02T10:00:00.123456Z",
        local: "2026-01-02T10:00:00",
        tags: ["a", "b c"],
        extra: { a: 1 },
        raw: "AP8=",
        code: "7d444840-9dc0-11d1-b245-5ffdce74fad2",
      },
      { id: 2, price: null, tags: null },
      { id: "9007199254740993" },
    ]);
  });

  it("keep large numbers in JSON, as texts", async () => {
    const json = '{"id": 9007199254740993, "size": 1e400, "price": 0.1}';
    const read = { id: "9007199254740993", price: 0.1 };
    const { rows } = await readOutput(
      query(`SELECT '${json}'::json AS j, ARRAY['${json}'::jsonb] AS list`, [], writing),
    );
    expect(rows).toMatchObject([{ j: { ...read, size: "1e400" }, list: [read] }]);
    expect(JSON.stringify(rows)).not.toContain("null");
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

  it("have lists where a column is an array, of whatever type", async () => {
    const { owner, user } = database;
    await owner.query(`
      CREATE TYPE mood AS ENUM ('sad', 'ok');
      CREATE TABLE lists (id int PRIMARY KEY, moods mood[], hosts inet[], files bytea[], facts jsonb[], grid int[][], area box[]);
      GRANT ALL ON lists TO ${user};
    `);
    const row = {
      id: 1,
      moods: ["ok", null, "sad"],
      hosts: ["10.0.0.1"],
      files: ["AP8=", null],
      facts: [{ a: 1 }, "text", [1]],
      grid: [
        [1, 2],
        [3, 4],
      ],
      area: "{(1,1),(0,0)}",
    };
    const inserted = call("insert_rows", { table: "lists", rows: [row] }, writing);
    expect(await readOutput(inserted)).toMatchObject({ rows: [row] });
    expect((await owner.query("SELECT files[1] AS file FROM lists")).rows).toEqual([
      { file: Buffer.from([0, 255]) },
    ]);
    await owner.query("DROP TABLE lists");
  });

  it("have values of a domain as those of its base type, also through another domain and in a list", async () => {
    const { owner, user } = database;
    await owner.query(`
      CREATE DOMAIN bytes AS bytea;
      CREATE DOMAIN token AS bytes CHECK (length(VALUE) = 2);
      CREATE DOMAIN count AS int CHECK (VALUE > 0);
      CREATE DOMAIN fact AS jsonb;
      CREATE TABLE domains (id int PRIMARY KEY, token token, tokens token[], counts count[], fact fact, facts fact[]);
      GRANT ALL ON domains TO ${user};
    `);
    const row = {
      id: 1,
      token: "AP8=",
      tokens: ["AP8=", null],
      counts: [1, 2],
      fact: "text",
      facts: ["text", [1]],
    };
    const inserted = call("insert_rows", { table: "domains", rows: [row] }, writing);
    expect(await readOutput(inserted)).toMatchObject({ rows: [row] });
    expect((await owner.query("SELECT token, tokens[1] AS first FROM domains")).rows).toEqual([
      { token: Buffer.from([0, 255]), first: Buffer.from([0, 255]) },
    ]);
    const chosen = { table: "domains", where: [{ column: "token", operator: "eq", value: "AP8=" }] };
    expect(await readOutput(call("select_rows", chosen))).toMatchObject({ rows: [row] });
    await owner.query("DROP TABLE domains");
  });

  it("keep every number in JSON", async () => {
    const sql = `SELECT '{"id": 12345678901234567890, "size": 1e400}'::json AS plain, '[9007199254740993]'::jsonb AS binary`;
    expect(await readOutput(query(sql))).toMatchObject({
      rows: [
        {
          plain: { id: "12345678901234567890", size: "1e400" },
          binary: ["9007199254740993"],
        },
      ],
    });
  });

  it("have every column, also of those with one name", async () => {
    expect(await readOutput(query("SELECT 1 AS id, 2 AS id, 3 AS id_2, 4 AS id"))).toMatchObject({
      rows: [{ id: 1, id_3: 2, id_2: 3, id_4: 4 }],
    });
  });

  it("take no text that would be changed when it is sent", () => {
    const rows = [{ id: 70, name: "a\ud800" }];
    expect(() => prepare("insert_rows", { table: "items", rows })).toThrow("half a surrogate pair");
    expect(() => prepare("read_query", { sql: "SELECT '\ud800'" })).toThrow("half a surrogate pair");
  });

  it("are left to the gateway to shape when the request's shape was not offered", async () => {
    expect(await call("select_rows", { table: "items" })).not.toHaveProperty("remainingShape");
    const shape = { sort: [{ fieldName: "id", orderDirection: -1 as const }], top: 1 };
    expect(await call("select_rows", { table: "items" }, { shape })).toMatchObject({
      output: { rows: [{ id: "9007199254740993" }] },
      remainingShape: {},
    });
    expect(await call("select_rows", { table: "items", limit: 2 }, { shape })).toMatchObject({
      remainingShape: shape,
    });
  });

  it("are inserted, updated and deleted when the connection may write", async () => {
    const rows = [
      { id: 50, name: "x", extra: ["j"], tags: ["p", 'q"'], raw: "AP8=", sold: true },
      { id: 51, price: 1.25 },
    ];
    expect(await readOutput(call("insert_rows", { table: "items", rows }, writing))).toMatchObject({
      affectedRows: 2,
      rows: [
        { id: 50, extra: ["j"], tags: ["p", 'q"'], raw: "AP8=", sold: true },
        { id: 51, price: 1.25 },
      ],
    });
    const where = [
      { column: "id", operator: "gte", value: 50 },
      { column: "id", operator: "lt", value: 60 },
    ];
    const update = { table: "items", set: { name: null, price: 2 }, where };
    expect(await readOutput(call("update_rows", update, writing))).toEqual({ affectedRows: 2 });
    expect(await readOutput(call("delete_rows", { table: "items", where }, writing))).toEqual({
      affectedRows: 2,
    });
  });

  it("are not changed at all when one of them is refused", async () => {
    const rows = [{ id: 60 }, { id: 1 }];
    const { kind, message } = await readRefusal(call("insert_rows", { table: "items", rows }, writing));
    expect(kind).toBe("downstreamRefused");
    expect(message).toContain("duplicate key");
    expect(await countItems()).toBe(3);
  });

  it("get no bytes of a text that is no base64, and no text with half a surrogate pair", async () => {
    const insert = (row: object) => call("insert_rows", { table: "items", rows: [row] }, writing);
    expect((await readRefusal(insert({ id: 61, raw: "hello" }))).message).toContain("base64");
    expect(() => insert({ id: 61, name: "\ud800" })).toThrow("half a surrogate pair");
    expect(() => query("SELECT $1::text", ["\ud800"])).toThrow("half a surrogate pair");
  });

  it("are cut at the limit, and the result says so", async () => {
    const outcome = await query("SELECT n FROM generate_series(1, 5000) n");
    expect(outcome).toMatchObject({ isSuccess: true, resultsCut: "rows" });
    expect((await readOutput(query("SELECT n FROM generate_series(1, 5000) n"))).rows).toHaveLength(1000);
    const whole = await query("SELECT n FROM generate_series(1, 1000) n");
    expect(whole).not.toHaveProperty("resultsCut");
  });
});

describe("a connection that only reads", () => {
  const hostile = [
    "INSERT INTO items (id) VALUES (99)",
    "SELECT add_item()",
    "WITH added AS (INSERT INTO items (id) VALUES (99) RETURNING id) SELECT * FROM added",
    "SELECT * FROM items FOR UPDATE",
    "SELECT * INTO copied FROM items",
    "CREATE TABLE copied AS SELECT 1",
    "SELECT 1; INSERT INTO items (id) VALUES (99)",
    "ROLLBACK; INSERT INTO items (id) VALUES (99)",
    "SELECT 1; COMMIT; INSERT INTO items (id) VALUES (99)",
    "ROLLBACK",
    "COMMIT",
    "COPY items TO PROGRAM 'true'",
    "COPY (SELECT 1) TO '/tmp/never'",
    "COPY items FROM STDIN",
    "SET default_transaction_read_only = off",
    "SET TRANSACTION READ WRITE",
    "SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE",
    "SET ROLE postgres",
    "RESET ROLE",
    "DO $$ BEGIN INSERT INTO items (id) VALUES (99); END $$",
    "DO $$ BEGIN COMMIT; INSERT INTO items (id) VALUES (99); END $$",
    "EXPLAIN ANALYZE INSERT INTO items (id) VALUES (99)",
    "EXPLAIN ANALYZE SELECT 1; INSERT INTO items (id) VALUES (99)",
    "SHOW server_version; INSERT INTO items (id) VALUES (99)",
    "CALL nothing()",
    "PREPARE x AS INSERT INTO items (id) VALUES (99)",
    "LOCK TABLE items",
    "VACUUM",
    "ALTER SYSTEM SET work_mem = '1MB'",
    "SELECT nextval(pg_get_serial_sequence('items', 'id')) FROM nextval('missing')",
    "SELECT 1) ; DELETE FROM items; --",
  ];

  it.each(hostile)("refuses %s", async (sql) => {
    // As the superuser: it is not rights that refuse it.
    const fields = { user: address.user, password: address.password };
    const { kind } = await readRefusal(query(sql, [], { fields }));
    expect(kind).toBe("downstreamRefused");
    expect(await countItems()).toBe(3);
  });

  it.each(["FROM STDIN", "TO STDOUT"])("refuses COPY %s at once", async (direction) => {
    const refusal = readRefusal(query(`COPY items ${direction}`, [], writing));
    expect(await refusal).toMatchObject({ kind: "downstreamRefused" });
    expect(await readOutput(query("SELECT 1 AS one", [], writing))).toMatchObject({ rows: [{ one: 1 }] });
  });

  it("says of a statement that is no query that the connection only reads", async () => {
    const { message } = await readRefusal(query("DELETE FROM items"));
    expect(message).toContain("set its field `readOnly` to false");
    expect(message).toContain('syntax error at or near "DELETE"');
    expect((await readRefusal(query("SELECT FROM FROM items"))).message).not.toContain("readOnly");
  });

  it("refuses them one after the other through one connection, and settings do not outlive their call", async () => {
    await readOutput(query("SELECT set_config('default_transaction_read_only', 'off', false)"));
    await readOutput(
      query("SELECT set_config('transaction_read_only', 'off', true)")
        .catch(() => query("SELECT 1"))
        .then((outcome) => (outcome.isSuccess ? outcome : query("SELECT 1"))),
    );
    expect(await readRefusal(query("SELECT add_item()"))).toMatchObject({ kind: "downstreamRefused" });
    expect(
      await readOutput(query("SELECT current_setting('default_transaction_read_only') AS value")),
    ).toMatchObject({
      rows: [{ value: "on" }],
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
    expect(await readOutput(query("SELECT $1::int + 1 AS n, $2 AS t", [41, "a"]))).toMatchObject({
      rows: [{ n: 42, t: "a" }],
      affectedRows: null,
    });
    expect(await readOutput(query("SELECT id FROM items WHERE id = $1 -- the first", [1]))).toMatchObject({
      rows: [{ id: 1 }],
    });
    expect(await readOutput(query("TABLE other.things;"))).toMatchObject({ rows: [] });
    expect(await readOutput(query("EXPLAIN SELECT 1"))).toHaveProperty("rows");
    expect(await readOutput(query("SHOW TimeZone"))).toMatchObject({ rows: [{ TimeZone: "UTC" }] });
  });
});

describe("a connection that writes", () => {
  it("writes nothing with a tool that reads", async () => {
    for (const sql of ["INSERT INTO items (id) VALUES (99)", "SELECT add_item()", "COMMIT"]) {
      const { message } = await readRefusal(call("read_query", { sql }, writing));
      expect(message).not.toBe("");
    }
    await database.owner.query("CREATE VIEW sly AS SELECT add_item() AS id");
    await database.owner.query(`GRANT SELECT ON sly TO ${database.user}`);
    await readRefusal(call("select_rows", { table: "sly" }, writing));
    await database.owner.query("DROP VIEW sly");
    expect(await countItems()).toBe(3);
    expect(
      await readOutput(call("read_query", { sql: "SELECT $1::int AS n", values: [4] }, writing)),
    ).toEqual({
      rows: [{ n: 4 }],
    });
  });

  it("takes one statement too", async () => {
    await readRefusal(query("SELECT 1; DELETE FROM items", [], writing));
    await readRefusal(query("DELETE FROM items WHERE false; DELETE FROM items", [], writing));
    expect(
      await readOutput(query("UPDATE items SET name = $1 WHERE id = 2", ["buoy"], writing)),
    ).toMatchObject({
      affectedRows: 1,
    });
    expect(await countItems()).toBe(3);
  });
});

describe("a connection that writes, with many rows", () => {
  it("reads only the first ones of a query, however it begins", async () => {
    const million = "SELECT repeat('x', 100) AS text FROM generate_series(1, 1000000)";
    for (const sql of [
      `WITH many AS (${million}) SELECT * FROM many`,
      `/* all */ ${million}`,
      `(${million})`,
      "SELECT n AS text, 'delete' AS word FROM generate_series(1, 1000000) n",
    ]) {
      const outcome = await query(sql, [], writing);
      expect(outcome, sql).toMatchObject({ isSuccess: true, resultsCut: "rows" });
      expect((outcome.output as { rows: unknown[] }).rows).toHaveLength(1000);
    }
  });

  it("changes all rows, keeps the first of those that it returns, and counts them", async () => {
    const { owner, user } = database;
    await owner.query(`CREATE TABLE many (id int); GRANT ALL ON many TO ${user}`);
    const insert = "INSERT INTO many SELECT n FROM generate_series(1, 3000) n RETURNING id";
    const inserted = await query(insert, [], writing);
    expect(inserted).toMatchObject({ isSuccess: true, resultsCut: "rows", output: { affectedRows: 3000 } });
    expect((inserted.output as { rows: unknown[] }).rows).toHaveLength(1000);
    const both = await query(`WITH added AS (${insert}) SELECT id FROM added`, [], writing);
    expect(both).toMatchObject({ isSuccess: true, resultsCut: "rows" });
    expect((await owner.query("SELECT count(*)::int AS n FROM many")).rows).toEqual([{ n: 6000 }]);
    await owner.query("DROP TABLE many");
  });

  it("goes on with the next statement after errors and results of all kinds", async () => {
    await readRefusal(query("INSERT INTO items (id) VALUES ('none')", [], writing));
    await readRefusal(query("WITH wrong AS (SELECT 1 / 0) SELECT * FROM wrong", [], writing));
    await readRefusal(query("COPY items FROM STDIN", [], writing));
    expect(await readOutput(query("", [], writing))).toMatchObject({ rows: [], affectedRows: null });
    expect(await readOutput(query("WITH one AS (SELECT 1 AS n) SELECT n FROM one", [], writing))).toEqual({
      rows: [{ n: 1 }],
      affectedRows: null,
    });
  });
});

describe("limits", () => {
  it("end a statement that takes too long", async () => {
    const { kind } = await readRefusal(query("SELECT pg_sleep(20)", [], { timeoutMs: 300 }));
    expect(kind).toBe("timeout");
    expect(await readOutput(query("SELECT 1 AS one"))).toMatchObject({ rows: [{ one: 1 }] });
  });

  it("end a statement whose caller went away", async () => {
    const signal = AbortSignal.timeout(200);
    const { message } = await readRefusal(query("SELECT pg_sleep(20)", [], { signal }));
    expect(message).toBe("The call was canceled.");
  });

  it("end the statement at the database, too", async () => {
    const countRunning = async () => {
      const text = "SELECT count(*)::int AS n FROM pg_stat_activity WHERE usename = $1 AND state = 'active'";
      return (await database.owner.query(text, [database.user])).rows[0].n;
    };
    const stop = new AbortController();
    const canceled = query("SELECT pg_sleep(300)", [], { signal: stop.signal, timeoutMs: 300_000 });
    await expect.poll(countRunning).toBe(1);
    stop.abort();
    await readRefusal(canceled);
    await expect.poll(countRunning).toBe(0);
  });

  it("refuse a result that is too large, also a single value", async () => {
    const sql = "SELECT repeat('x', 50000000) AS value";
    expect(await readRefusal(query(sql, [], { maxBytes: 100_000 }))).toMatchObject({
      kind: "outputTooLarge",
    });
    const some = "SELECT repeat('x', 1000) AS value FROM generate_series(1, 200)";
    expect(await readRefusal(query(some, [], { maxBytes: 100_000 }))).toMatchObject({
      kind: "outputTooLarge",
    });
  });
});

describe("failures", () => {
  it("tell wrong credentials from a database that is not there", async () => {
    const wrong = await readRefusal(query("SELECT 1", [], { fields: { password: "wrong-password" } }));
    expect(wrong.kind).toBe("authorizationExpired");
    expect(wrong.message).not.toContain("wrong-password");
    expect(await readRefusal(query("SELECT 1", [], { fields: { port: "1" } }))).toMatchObject({
      kind: "downstreamUnavailable",
    });
    expect(await readRefusal(query("SELECT 1", [], { fields: { database: "none" } }))).toMatchObject({
      kind: "downstreamRefused",
    });
    const noTls = await readRefusal(query("SELECT 1", [], { fields: { sslMode: "require" } }));
    expect(noTls.message).toContain("sslMode");
    expect(await readOutput(query("SELECT 1 AS one", [], { fields: { sslMode: "prefer" } }))).toMatchObject({
      rows: [{ one: 1 }],
    });
  });

  it("refuse addresses that are not allowed", async () => {
    const closed = openEgress({ allowedPrivateNetworks: [] });
    const own = openRuntimes(closed, { folder: null, onReport: () => {} });
    for (const host of ["127.0.0.1", "localhost", "[::1]", "169.254.169.254"]) {
      const variables = { host, port: "5432", database: "d", user: "u", password: "p", sslMode: "disable" };
      const access = { serverUrl: "postgresql://{host}:{port}", variables, placements: [], secretValues: [] };
      const sent = own
        .compile({ kind: "sql", dialect: "postgresql", operation: "list_tables" })
        .prepare(access, {})
        .send({ timeoutMs: 5000, maxBytes: 1000, mayRepeat: false });
      expect((await readRefusal(sent)).message).toContain("BOWLINE_ALLOWED_PRIVATE_NETWORKS");
    }
    await closed.close();
  });

  it("mask the password", async () => {
    const { rows } = await readOutput(query("SELECT $1::text AS said", [`see ${database.password}`]));
    expect(JSON.stringify(rows)).not.toContain("ss-word");
    const { message } = await readRefusal(query(`SELECT '${database.password.replace("'", "''")}'::int`));
    expect(message).not.toContain("ss-word");
  });

  it("survive that the database closes an idle connection", async () => {
    await readOutput(query("SELECT 1"));
    await database.owner.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = $1", [
      database.user,
    ]);
    expect(await readOutput(query("SELECT 1 AS one"))).toMatchObject({ rows: [{ one: 1 }] });
  });
});

describe("connections to the database", () => {
  it("are few, and are used again", async () => {
    const sql = "SELECT pg_backend_pid() AS pid, pg_sleep(0.02)";
    const results = await Promise.all(Array.from({ length: 12 }, () => readOutput(query(sql))));
    const pids = results.map(({ rows }) => (rows as { pid: number }[])[0]?.pid);
    expect(new Set(pids).size).toBeLessThanOrEqual(4);
  });

  it("are left to others by a member whose statements take long", async () => {
    const stop = new AbortController();
    const own = { signal: stop.signal, timeoutMs: 300_000, accountUserId: 1 };
    const slow = Array.from({ length: 20 }, () => call("read_query", { sql: "SELECT pg_sleep(300)" }, own));
    const others = [2, 3].map((accountUserId) =>
      call("read_query", { sql: "SELECT 1 AS one" }, { accountUserId }),
    );
    for (const other of others) {
      expect(await readOutput(other)).toMatchObject({ rows: [{ one: 1 }] });
    }
    stop.abort();
    for (const one of slow) {
      expect((await readRefusal(one)).message).not.toContain("Too many");
    }
  });

  it("are never used with other fields than they were opened with", async () => {
    const pid = async (fields: Record<string, string>) =>
      (await readOutput(query("SELECT pg_backend_pid() AS pid", [], { fields }))).rows;
    expect(await pid({})).not.toEqual(await pid({ readOnly: "false" }));
    expect(await readRefusal(query("SELECT 1", [], { fields: { password: "another one" } }))).toMatchObject({
      kind: "authorizationExpired",
    });
  });
});

describe("a server that is no database", () => {
  const behaviors: [name: string, listen: (socket: Socket) => void, kinds: string[]][] = [
    ["says nothing", () => {}, ["timeout"]],
    ["hangs up", (socket) => socket.destroy(), ["downstreamUnavailable"]],
    [
      "hangs up after the first bytes",
      (socket) => socket.once("data", () => socket.destroy()),
      ["downstreamUnavailable"],
    ],
    [
      "sends rubbish",
      (socket) => socket.end("HTTP/1.1 400 Bad Request\r\n\r\n"),
      ["downstreamUnavailable", "invalidOutput", "timeout"],
    ],
    [
      "sends without end",
      (socket) => void setInterval(() => socket.write(Buffer.alloc(65_536, "R")), 1).unref(),
      ["invalidOutput", "downstreamUnavailable"],
    ],
  ];

  it.each(behaviors)("and %s is a failure of its call", async (_, listen, kinds) => {
    const sockets = new Set<Socket>();
    const server = createServer((socket) => {
      sockets.add(socket.on("error", () => {}));
      listen(socket);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const port = String((server.address() as AddressInfo).port);
    for (const sslMode of ["disable", "prefer", "require"]) {
      const { kind } = await readRefusal(
        query("SELECT 1", [], {
          fields: { port, sslMode },
          timeoutMs: kinds.includes("timeout") ? 500 : 10_000,
        }),
      );
      expect(kinds).toContain(kind);
    }
    for (const socket of sockets) {
      socket.destroy();
    }
    server.close();
    expect(await readOutput(query("SELECT 1 AS one"))).toMatchObject({ rows: [{ one: 1 }] });
  });
});

describe("a preview", () => {
  it("shows the statement and its values, and asks nobody", () => {
    const where = [{ column: 'a"b', operator: "eq", value: database.password }];
    const shown = prepare("delete_rows", { table: "other.things", where }, { port: "1" }).preview();
    expect(shown).toEqual({
      dialect: "postgresql",
      user: database.user,
      rowLimit: 1000,
      database: `postgresql://127.0.0.1:1/${database.name}`,
      readOnly: true,
      statement: 'DELETE FROM "other"."things" WHERE "a""b" = $1',
      values: ["***"],
    });
  });
});
