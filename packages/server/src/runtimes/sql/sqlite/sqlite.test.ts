import { execFileSync, fork } from "node:child_process";
import { once } from "node:events";
import { chmod, link, mkdir, mkdtemp, readdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { SqlOperation } from "@bowline/catalog";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readOutput, readRefusal } from "../../../../testing/read-outcome.ts";
import { type Egress, openEgress } from "../../../egress/egress.ts";
import type { Outcome, ResultsShape } from "../../outcome.ts";
import { RequestBuildError } from "../../request-build-error.ts";
import { openRuntimes, type Runtimes } from "../../runtimes.ts";

let folder: string;
let outside: string;
let egress: Egress;
let runtimes: Runtimes;

const schema = `
  CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT DEFAULT 'none', price REAL, sold BOOLEAN, extra JSON, raw BLOB,
    made TEXT DEFAULT CURRENT_TIMESTAMP, "odd""name" TEXT DEFAULT "it's");
  INSERT INTO items (id, name, price, sold, extra, raw, made) VALUES
    (1, 'Anchor', 10.5, 1, '{"a": 1}', x'00ff', '2026-01-02'), (2, 'buoy', 9e999, 0, NULL, NULL, NULL),
    (9007199254740993, 'Åland', NULL, NULL, NULL, NULL, NULL);
  CREATE TABLE log (note TEXT);
  CREATE TRIGGER noted AFTER INSERT ON items BEGIN INSERT INTO log VALUES (new.name); END;
  CREATE VIEW cheap AS SELECT id, name FROM items WHERE price < 100;
  CREATE TABLE gone (a); CREATE VIEW broken AS SELECT * FROM gone; DROP TABLE gone;
  CREATE VIRTUAL TABLE texts USING fts5(body);
  INSERT INTO texts VALUES ('a long day'), ('a short night');
`;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "bowline-sqlite-"));
  outside = await mkdtemp(join(tmpdir(), "bowline-outside-"));
  create(join(folder, "shop.db"));
  create(join(outside, "secret.db"));
  egress = openEgress({ allowedPrivateNetworks: [] });
  runtimes = openRuntimes(egress, { folder: null, sqliteFolder: folder, onReport: () => {} });
});

afterAll(async () => {
  await egress?.close();
  await rm(folder, { recursive: true });
  await rm(outside, { recursive: true });
});

function create(path: string, sql = schema): void {
  const database = new DatabaseSync(path, { enableDoubleQuotedStringLiterals: true });
  database.exec(sql);
  database.close();
}

function read(sql: string, file = "shop.db"): unknown {
  const database = new DatabaseSync(join(folder, file), { readOnly: true });
  const rows = database.prepare(sql).all();
  database.close();
  return rows;
}

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
  const variables = { file: "shop.db", readOnly: "true", ...fields };
  const access = { serverUrl: "sqlite:///{file}", variables, placements: [], secretValues: [] };
  return runtimes.compile({ kind: "sql", dialect: "sqlite", operation }).prepare(access, input);
}

function call(
  operation: SqlOperation,
  input: Record<string, unknown> = {},
  { fields, timeoutMs = 60_000, maxBytes = 1_000_000, ...options }: CallOptions = {},
): Promise<Outcome> {
  return prepare(operation, input, fields).send({ timeoutMs, maxBytes, mayRepeat: false, ...options });
}

const writing = { fields: { readOnly: "false" } };
const query = (sql: string, values: unknown[] = [], options: CallOptions = {}) =>
  call("run_query", { sql, values }, options);

describe("tables", () => {
  it("are those of the file, without the insides of others", async () => {
    expect(await readOutput(call("list_tables"))).toEqual({
      account: "shop.db",
      tables: [
        { name: "broken", kind: "view" },
        { name: "cheap", kind: "view" },
        { name: "items", kind: "table" },
        { name: "log", kind: "table" },
        { name: "texts", kind: "table" },
      ],
    });
    expect(await call("list_tables", { limit: 2 })).toMatchObject({ output: { tables: { length: 2 } } });
  });

  it("are described with their columns", async () => {
    const { columns } = await readOutput(call("describe_table", { table: "items" }));
    expect(columns).toHaveLength(8);
    expect((columns as unknown[]).slice(0, 2)).toEqual([
      { name: "id", type: "INTEGER", isNullable: false, isPrimaryKey: true, default: null },
      { name: "name", type: "TEXT", isNullable: true, isPrimaryKey: false, default: "'none'" },
    ]);
    expect(await readRefusal(call("describe_table", { table: "sqlite_schema" }))).toMatchObject({
      kind: "downstreamRefused",
    });
  });

  it("have a schema of their rows when it is asked for", async () => {
    const { tables } = await readOutput(call("list_tables", { withRowSchema: true }));
    expect(tables).toContainEqual({
      name: "log",
      kind: "table",
      rowSchema: {
        type: "object",
        properties: { note: { type: ["string", "number", "null"], description: "TEXT" } },
      },
    });
  });
});

describe("rows", () => {
  it("are JSON, and what JSON cannot hold is text", async () => {
    const { rows } = await readOutput(call("select_rows", { table: "items" }));
    expect(rows).toMatchObject([
      { id: 1, name: "Anchor", price: 10.5, sold: 1, extra: '{"a": 1}', raw: "AP8=" },
      { id: 2, price: "Infinity", sold: 0, raw: null },
      { id: "9007199254740993", name: "Åland" },
    ]);
    expect(await readOutput(query("SELECT 1 AS __proto__, 1.5 AS a, -0.0 AS b"))).toMatchObject({
      rows: [JSON.parse('{"__proto__": 1, "a": 1.5, "b": 0}')],
    });
  });

  it("have every column, also of those with one name", async () => {
    const sql = "SELECT 1 AS id, 2 AS id";
    expect(await readOutput(call("read_query", { sql }))).toEqual({ rows: [{ id: 1, id_2: 2 }] });
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
    expect(
      await readOutput(call("get_row", { table: "items", key: { id: "9007199254740993" } })),
    ).toMatchObject({
      row: { name: "Åland" },
    });
    expect(await readOutput(call("get_row", { table: "items", key: { id: 3 } }))).toEqual({ row: null });
    expect(await readOutput(call("get_row", { table: "items", key: { raw: "AP8=" } }))).toMatchObject({
      row: { id: 1 },
    });
    const unknown = await readRefusal(call("select_rows", { table: "items", columns: ["nome"] }));
    expect(unknown.message).toContain("describe_table");
  });

  it("are shaped by the database", async () => {
    const shape = {
      filters: [{ fieldName: "name", operator: "notContains" as const, value: "ÅL" }],
      sort: [{ fieldName: "id", orderDirection: -1 as const }],
      top: 1,
    };
    expect(await call("select_rows", { table: "items" }, { shape })).toMatchObject({
      output: { rows: [{ id: 2 }] },
      remainingShape: {},
    });
  });

  it("are inserted with defaults, updated and deleted when the connection may write", async () => {
    const rows = [
      { id: 50, name: "x", extra: ["j"], raw: "AP8=", sold: true },
      { name: null, price: 1.25 },
    ];
    expect(await readOutput(call("insert_rows", { table: "items", rows }, writing))).toMatchObject({
      affectedRows: 2,
      rows: [
        { id: 50, extra: '["j"]', raw: "AP8=", sold: 1, price: null, 'odd"name': "it's" },
        { name: null, price: 1.25, made: expect.stringMatching(/^\d{4}-\d{2}-\d{2} /) },
      ],
    });
    expect(read("SELECT count(*) AS n FROM log")).toEqual([{ n: 2 }]);
    const where = [{ column: "id", operator: "eq", value: 50 }];
    const update = { table: "items", set: { name: "y", price: 2 }, where };
    expect(await readOutput(call("update_rows", update, writing))).toEqual({ affectedRows: 1 });
    const some = [{ column: "price", operator: "lt", value: 5 }];
    expect(await readOutput(call("delete_rows", { table: "items", where: some }, writing))).toEqual({
      affectedRows: 2,
    });
  });

  it("get defaults that are written as names, which are texts", async () => {
    const defaults = `a DEFAULT active, b DEFAULT [br"ack], c DEFAULT \`t''ick\`, d DEFAULT "do""uble", e DEFAULT größe, f DEFAULT TRUE,
      g DEFAULT Null, h DEFAULT (1 + 1), i DEFAULT x'00', j DEFAULT -1, k DEFAULT current_date`;
    await readOutput(query(`CREATE TABLE named (id INTEGER PRIMARY KEY, ${defaults})`, [], writing));
    const rows = [
      { id: 1 },
      ..."abcdefghijk".split("").map((name, index) => ({ id: index + 2, [name]: "x" })),
    ];
    const inserted = await readOutput(call("insert_rows", { table: "named", rows }, writing));
    expect((inserted.rows as object[])[0]).toEqual({
      ...{ id: 1, a: "active", b: 'br"ack', c: "t''ick", d: 'do"uble', e: "größe", f: 1, g: null, h: 2 },
      ...{ i: "AA==", j: -1, k: expect.stringMatching(/^\d{4}-/) },
    });
    await readOutput(query("DROP TABLE named", [], writing));
  });

  it("are not changed at all when one of them is refused", async () => {
    const rows = [{ id: 60 }, { id: 1 }];
    const { kind, message } = await readRefusal(call("insert_rows", { table: "items", rows }, writing));
    expect(kind).toBe("downstreamRefused");
    expect(message).toContain("UNIQUE constraint failed");
    expect(read("SELECT count(*) AS n FROM items")).toEqual([{ n: 3 }]);
  });

  it("get no bytes of a text that is no base64", async () => {
    const rows = [{ raw: "hello" }];
    const { message } = await readRefusal(call("insert_rows", { table: "items", rows }, writing));
    expect(message).toContain("base64");
  });

  it("are cut at the limit, and the result says so", async () => {
    const sql = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 5000) SELECT n FROM c";
    expect(await query(sql)).toMatchObject({ resultsCut: "rows", output: { rows: { length: 1000 } } });
    expect(await query(sql.replace("5000", "1000"))).not.toHaveProperty("resultsCut");
  });
});

describe("a statement of the caller", () => {
  it.each([
    ["SELECT $2 AS a, $1 AS b", [1, "x"], { a: "x", b: 1 }],
    ["SELECT ?2 AS a, ?1 AS b", [1, "x"], { a: "x", b: 1 }],
    ["SELECT ? AS a, ? AS b, '?' AS c -- ?", [1, "x"], { a: 1, b: "x", c: "?" }],
    ["SELECT typeof($1) AS a, typeof($2) AS b, $1 AS c", [7, 1.5], { a: "integer", b: "real", c: 7 }],
    ["SELECT 1 AS a; ; -- done", [], { a: 1 }],
    ["SELECT name AS a FROM pragma_table_info('log') WHERE cid = 0", [], { a: "note" }],
    ["SELECT body AS a FROM texts WHERE texts MATCH $1", ["day"], { a: "a long day" }],
    ["EXPLAIN QUERY PLAN SELECT * FROM log", [], { detail: "SCAN log" }],
  ])("runs: %s", async (sql, values, row) => {
    expect(await readOutput(query(sql, values))).toMatchObject({ rows: [row], affectedRows: null });
  });

  it.each([
    ["SELECT $1", []],
    ["SELECT $2", [1]],
    ["SELECT ?", [1, 2]],
    ["SELECT $1, ?", [1, 2]],
    ["SELECT :name", [1]],
    ["SELECT 1; SELECT 2", []],
    ["SELECT 1; /* */ DELETE FROM items", []],
    ["SELECT 1\0", []],
    ["-- nothing", []],
    [" ; ", []],
    ['SELECT "no column"', []],
  ])("is refused: %s", async (sql, values) => {
    for (const readOnly of ["true", "false"]) {
      expect(await readRefusal(query(sql, values, { fields: { readOnly } }))).toMatchObject({
        kind: "downstreamRefused",
      });
    }
    expect(read("SELECT count(*) AS n FROM items")).toEqual([{ n: 3 }]);
  });

  it("changes nothing with the tool that reads, whatever the connection may do", async () => {
    for (const sql of ["DELETE FROM items", "CREATE TABLE x (a)"]) {
      expect((await readRefusal(call("read_query", { sql }, writing))).kind).toBe("downstreamRefused");
    }
    expect(await readOutput(call("read_query", { sql: "SELECT $1 AS a", values: [1] }, writing))).toEqual({
      rows: [{ a: 1 }],
    });
  });

  it("changes rows and tables when the connection may write", async () => {
    const update = query("UPDATE items SET price = $1 WHERE id = 2 RETURNING price", [3], writing);
    expect(await readOutput(update)).toEqual({ rows: [{ price: 3 }], affectedRows: 1 });
    await readOutput(query("CREATE TABLE fresh AS SELECT 1 AS a", [], writing));
    await readOutput(query("CREATE VIRTUAL TABLE found USING fts5(body)", [], writing));
    await readOutput(query("INSERT INTO found VALUES ('x')", [], writing));
    expect(read("SELECT * FROM fresh, found")).toEqual([{ a: 1, body: "x" }]);
    await readOutput(query("DROP TABLE fresh", [], writing));
    await readOutput(query("DROP TABLE found", [], writing));
  });
});

const never = [
  "ATTACH '/tmp/never.db' AS x",
  "ATTACH ':memory:' AS x",
  "DETACH main",
  "VACUUM",
  "VACUUM INTO '/tmp/never.db'",
  "SELECT load_extension('/tmp/never.so')",
  "SELECT fts3_tokenizer('simple', x'00')",
  "PRAGMA writable_schema = ON",
  "PRAGMA journal_mode = DELETE",
  "PRAGMA temp_store_directory = '/tmp'",
  "PRAGMA query_only = OFF",
  "PRAGMA trusted_schema = ON",
  "PRAGMA user_version = 7",
  "PRAGMA page_size = 1024",
  "PRAGMA database_list",
  "SELECT * FROM pragma_database_list",
  "SELECT * FROM pragma_user_version(7)",
  "PRAGMA wal_checkpoint(TRUNCATE)",
  "BEGIN",
  "COMMIT",
  "ROLLBACK",
  "SAVEPOINT x",
  "COMMIT; DELETE FROM items",
  "UPDATE sqlite_schema SET sql = 'x'",
  "DELETE FROM sqlite_schema",
  "INSERT INTO texts_data VALUES (1, 2)",
  "CREATE VIRTUAL TABLE x USING csv(filename='/etc/passwd')",
  "SELECT readfile('/etc/passwd')",
  "SELECT writefile('/tmp/never', 'x')",
  "SELECT edit('x', 'sh')",
];
const writes = [
  "INSERT INTO items (id) VALUES (99)",
  "WITH x AS (SELECT 99 AS id) INSERT INTO items (id) SELECT id FROM x",
  "REPLACE INTO items (id) VALUES (1)",
  "INSERT INTO items (id) VALUES (1) ON CONFLICT DO UPDATE SET name = 'z' RETURNING id",
  "UPDATE items SET name = 'z'",
  "DELETE FROM items",
  "DROP TABLE items",
  "CREATE TABLE x (a)",
  "CREATE TEMP TABLE x (a)",
  "CREATE TEMP TRIGGER x AFTER INSERT ON items BEGIN SELECT 1; END",
  "CREATE INDEX x ON items (name)",
  "CREATE VIEW x AS SELECT 1",
  "ALTER TABLE items RENAME TO x",
  "REINDEX",
  "ANALYZE",
  "EXPLAIN DELETE FROM items",
  "INSERT INTO texts(texts) VALUES ('rebuild')",
  "CREATE VIRTUAL TABLE x USING fts5(a)",
];

describe("what a statement may not do", () => {
  it.each(never)("on no connection: %s", async (sql) => {
    for (const readOnly of ["true", "false"]) {
      expect(await readRefusal(query(sql, [], { fields: { readOnly } }))).toMatchObject({
        kind: "downstreamRefused",
      });
    }
    expect(read("SELECT count(*) AS n FROM items")).toEqual([{ n: 3 }]);
  });

  it.each(writes)("on a connection that reads: %s", async (sql) => {
    const { kind, message } = await readRefusal(query(sql));
    expect(kind).toBe("downstreamRefused");
    expect(message).toContain("readOnly");
    expect(read("SELECT count(*) AS n FROM items")).toEqual([{ n: 3 }]);
  });

  it.each(["insert_rows", "update_rows", "delete_rows"] as const)(
    "%s with one that reads",
    async (operation) => {
      const where = [{ column: "id", operator: "eq", value: 1 }];
      const input = { table: "items", rows: [{ id: 70 }], set: { name: "y" }, where };
      expect((await readRefusal(call(operation, input))).message).toContain("readOnly");
    },
  );

  it("is refused by SQLite itself, too: the file is opened for reading", async () => {
    await chmod(join(folder, "shop.db"), 0o644);
    const before = await readdir(folder);
    await readRefusal(query("DELETE FROM items"));
    expect(await readdir(folder)).toEqual(before);
  });
});

describe("files", () => {
  it.each([
    "",
    "/etc/passwd",
    "../shop.db",
    "a/../shop.db",
    "./shop.db",
    "a//b",
    "a/",
    "shop.db\0.txt",
    "a\\b",
  ])("with the name %j are refused before anything is opened", (file) => {
    expect(() => prepare("list_tables", {}, { file })).toThrow(RequestBuildError);
  });

  const tryFile = (file: string) => call("list_tables", {}, { fields: { file } });

  it("that are missing, links, behind links or no files are refused", async () => {
    await symlink(join(outside, "secret.db"), join(folder, "link.db"));
    await symlink(join(folder, "shop.db"), join(folder, "inner-link.db"));
    await symlink(outside, join(folder, "linked"));
    await symlink("/dev/zero", join(folder, "zero.db"));
    await mkdir(join(folder, "sub"));
    execFileSync("mkfifo", [join(folder, "pipe.db")]);
    const socket = createServer().listen(join(folder, "socket.db"));
    await once(socket, "listening");
    for (const [file, said] of [
      ["none.db", "There is no file"],
      ["sub/none.db", "There is no file"],
      ["link.db", "is a link"],
      ["inner-link.db", "is a link"],
      ["linked/secret.db", "is a link"],
      ["zero.db", "is a link"],
      ["sub", "not a regular file"],
      ["pipe.db", "not a regular file"],
      ["socket.db", "not a regular file"],
      ["shop.db/x", "not a regular file"],
    ] as const) {
      const outcome = await tryFile(file);
      expect(outcome, file).toMatchObject({ isSuccess: false, concernsConnection: true });
      expect(outcome).toMatchObject({ message: expect.stringContaining(said) });
      expect(JSON.stringify(outcome)).not.toContain(folder);
    }
    socket.close();
    create(join(folder, "sub", "deep file ü.db"), "CREATE TABLE deep (a)");
    expect(await readOutput(tryFile("sub/deep file ü.db"))).toMatchObject({ tables: [{ name: "deep" }] });
  });

  it("of a folder that is a link itself are found", async () => {
    const linked = join(outside, "folder");
    await symlink(folder, linked);
    const own = openRuntimes(egress, { folder: null, sqliteFolder: linked, onReport: () => {} });
    const access = { serverUrl: "", variables: { file: "shop.db" }, placements: [], secretValues: [] };
    const call = own
      .compile({ kind: "sql", dialect: "sqlite", operation: "list_tables" })
      .prepare(access, {});
    expect(await call.send({ timeoutMs: 60_000, maxBytes: 100_000, mayRepeat: false })).toMatchObject({
      isSuccess: true,
    });
  });

  it("are not used when no folder is set", () => {
    const own = openRuntimes(egress, { folder: null, onReport: () => {} });
    const access = { serverUrl: "", variables: { file: "shop.db" }, placements: [], secretValues: [] };
    const tool = own.compile({ kind: "sql", dialect: "sqlite", operation: "list_tables" });
    expect(() => tool.prepare(access, {})).toThrow("BOWLINE_SQLITE_DIR");
  });

  it("that are replaced by links while they are opened never show another file", {
    timeout: 120_000,
  }, async () => {
    create(join(folder, "swapped.db"), "CREATE TABLE harmless (a)");
    const names = [join(folder, "swapped.db"), join(folder, "kept.db")] as const;
    await symlink(join(outside, "secret.db"), join(folder, "other.db"));
    let isOver = false;
    const swap = async () => {
      while (!isOver) {
        await rename(names[0], names[1]);
        await rename(join(folder, "other.db"), names[0]);
        await rename(names[0], join(folder, "other.db"));
        await rename(names[1], names[0]);
      }
    };
    const swapping = swap();
    for (let round = 0; round < 60; round++) {
      const outcome = await tryFile("swapped.db");
      expect(JSON.stringify(outcome)).not.toContain("items");
    }
    isOver = true;
    await swapping;
  });

  it("that are damaged or no databases are said to be so", async () => {
    await writeFile(join(folder, "text.db"), "No database, but a text that is long enough. ".repeat(100));
    expect(await readRefusal(tryFile("text.db"))).toMatchObject({ kind: "invalidOutput" });
    const broken = join(folder, "damaged.db");
    create(
      broken,
      "CREATE TABLE a (b); WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 5000) INSERT INTO a SELECT hex(randomblob(50)) FROM c",
    );
    execFileSync("dd", ["if=/dev/urandom", `of=${broken}`, "bs=4096", "seek=2", "count=20", "conv=notrunc"], {
      stdio: "ignore",
    });
    const fields = { file: "damaged.db" };
    expect(await readRefusal(query("SELECT sum(length(b)) FROM a", [], { fields }))).toMatchObject({
      kind: "invalidOutput",
    });
    await writeFile(join(folder, "empty.db"), "");
    expect(await readOutput(tryFile("empty.db"))).toMatchObject({ tables: [] });
  });

  it("in WAL mode are read and written beside another program", async () => {
    create(join(folder, "wal.db"), "PRAGMA journal_mode = WAL; CREATE TABLE a (b)");
    const other = new DatabaseSync(join(folder, "wal.db"));
    other.exec("BEGIN; INSERT INTO a VALUES (1)");
    const fields = { file: "wal.db" };
    expect(await readOutput(query("SELECT * FROM a", [], { fields }))).toMatchObject({ rows: [] });
    other.exec("COMMIT");
    expect(await readOutput(query("SELECT * FROM a", [], { fields }))).toMatchObject({ rows: [{ b: 1 }] });
    await readOutput(query("INSERT INTO a VALUES (2)", [], { fields: { ...fields, readOnly: "false" } }));
    expect(other.prepare("SELECT count(*) AS n FROM a").get()).toEqual({ n: 2 });
    other.close();
  });

  it("whose journal or log is a link are not written", async () => {
    for (const [file, suffix, mode] of [
      ["journal.db", "-journal", "DELETE"],
      ["log.db", "-wal", "WAL"],
    ] as const) {
      create(join(folder, file), `PRAGMA journal_mode = ${mode}; CREATE TABLE a (b)`);
      await symlink(join(outside, "planted"), join(folder, `${file}${suffix}`));
      const sent = query("INSERT INTO a VALUES (1)", [], { fields: { file, readOnly: "false" } });
      expect(await readRefusal(sent)).toMatchObject({ kind: "downstreamUnavailable" });
    }
    expect(await readdir(outside)).not.toContain("planted");
  });

  it("that another program has locked are waited for, and then said to be locked", async () => {
    const other = new DatabaseSync(join(folder, "shop.db"));
    other.exec("BEGIN EXCLUSIVE");
    const { kind, message } = await readRefusal(query("SELECT * FROM items", [], { timeoutMs: 2000 }));
    expect(kind).toBe("downstreamUnavailable");
    expect(message).toContain("locked");
    const waiting = query("SELECT count(*) AS n FROM items");
    setTimeout(() => other.exec("ROLLBACK"), 500);
    expect(await readOutput(waiting)).toMatchObject({ rows: [{ n: 3 }] });
    other.close();
  });

  it("with two names are one file, and a hard link is a file like others", async () => {
    await link(join(folder, "shop.db"), join(folder, "hard.db"));
    expect(await readOutput(tryFile("hard.db"))).toMatchObject({ account: "hard.db" });
  });
});

describe("limits", () => {
  const endless = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c";

  it("end a statement that takes too long, and the event loop goes on", async () => {
    let ticks = 0;
    const timer = setInterval(() => ticks++, 10);
    expect(await readRefusal(query(endless, [], { timeoutMs: 1500 }))).toMatchObject({ kind: "timeout" });
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(20);
    expect(await readOutput(query("SELECT 1 AS one"))).toMatchObject({ rows: [{ one: 1 }] });
  });

  it("end a statement whose caller went away, and undo it", async () => {
    const sql =
      "INSERT INTO log WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT n FROM c";
    const signal = AbortSignal.timeout(1500);
    const { message } = await readRefusal(query(sql, [], { ...writing, signal }));
    expect(message).toBe("The call was canceled.");
    expect(await readOutput(query("SELECT count(*) < 100 AS undone FROM log"))).toMatchObject({
      rows: [{ undone: 1 }],
    });
  });

  it("refuse a result that is too large, also a single value", async () => {
    for (const sql of [
      "SELECT hex(zeroblob(1000000)) AS a",
      "SELECT hex(zeroblob(400)) FROM pragma_function_list",
      "SELECT zeroblob(1000000000) AS a",
    ]) {
      expect(await readRefusal(query(sql, [], { maxBytes: 100_000 }))).toMatchObject({
        kind: "outputTooLarge",
      });
    }
  });

  it("end a statement that takes too much memory", { timeout: 120_000 }, async () => {
    const sql = `WITH RECURSIVE c(n, t) AS (SELECT 1, hex(randomblob(500)) UNION SELECT n + 1, hex(randomblob(500)) FROM c)
      SELECT count(*) FROM c ORDER BY 1`;
    const { message } = await readRefusal(query(sql));
    expect(message).toContain("memory");
  });

  it("let others run beside statements that take long", { timeout: 120_000 }, async () => {
    create(join(folder, "other.sqlite"), "CREATE TABLE a (b)");
    const stop = new AbortController();
    const own = { signal: stop.signal, accountUserId: 1 };
    const heavy = Array.from({ length: 6 }, () => query(endless, [], own));
    expect(
      await readOutput(query("SELECT 1 AS one", [], { fields: { file: "other.sqlite" } })),
    ).toMatchObject({
      rows: [{ one: 1 }],
    });
    const others = { accountUserId: 2, timeoutMs: 20_000 };
    expect(await readOutput(query("SELECT 1 AS one", [], others))).toMatchObject({ rows: [{ one: 1 }] });
    stop.abort();
    for (const outcome of await Promise.all(heavy)) {
      expect(outcome).toMatchObject({ isSuccess: false });
    }
  });
});

it("a process ends with its server, also in the middle of a statement", { timeout: 120_000 }, async () => {
  const program = join(outside, "server.mjs");
  const pool = new URL("./process-pool.ts", import.meta.url).href;
  await writeFile(
    program,
    `import { ProcessPool } from ${JSON.stringify(pool)};
    const { process: process2 } = await new ProcessPool().take("x", { signal: new AbortController().signal });
    await process2.ask({ kind: "open", folder: ${JSON.stringify(folder)}, file: "shop.db", readOnly: true, busyTimeoutMs: 1, maxBytes: 1000 });
    const { result } = await process2.ask({ kind: "run", maxRows: 1, isOwn: true, statement: { text: "SELECT 1", values: [] } });
    void process2.ask({ kind: "run", maxRows: 1, isOwn: true, statement: { values: [], text: ${JSON.stringify(
      "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c",
    )} } });
    process.send(process2.processId);`,
  );
  const server = fork(program, { execArgv: [] });
  const [processId] = (await once(server, "message")) as [number];
  server.kill("SIGKILL");
  await expect.poll(() => isRunning(processId)).toBe(false);
});

function isRunning(processId: number): boolean {
  try {
    process.kill(processId, 0);
    return true;
  } catch {
    return false;
  }
}
