import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { theAdmin, uniqueName } from "../support/actors.ts";
import { execute } from "../support/applications.ts";
import { type Caller, refuse, succeed } from "../support/caller.ts";
import { deployment } from "../support/deployment.ts";
import { makeCertificate } from "../support/make-certificate.ts";
import { describeOwnServer, useOwnServer } from "../support/own-server.ts";
import { proves } from "../support/proves.ts";
import type { Application, Connection, ImportResult, JsonObject, ListOf, Tool } from "../support/records.ts";
import { refresh } from "../support/refresh.ts";
import { plantSecret } from "../support/secrets.ts";
import { type SqlKind, type SqlServer, type SqlSubject, sqlKinds } from "../support/sql-subjects.ts";

/** An application of one kind of database, with two connections. */
interface World {
  admin: Caller;
  target: { baseUrl: string; adminApiKey: string };
  subject: SqlSubject;
  slug: string;
  connectionId: number;
  writingId: number;
  tool(operation: string): string;
  body(fields: JsonObject): Promise<JsonObject>;
  connect(fields?: JsonObject): Promise<Connection>;
  run(operation: string, body: JsonObject, query?: { dryRun?: true }): ReturnType<typeof execute>;
}

/** `connectionId` of a body is the one that is used. Default: the one that only reads. */
function buildWorld(world: World, kind: SqlKind, admin: Caller, target: World["target"], folder: string) {
  const slug = uniqueName(kind.dialect);
  const tool = (operation: string) => `${slug.replaceAll("-", "_")}_${operation}`;
  const body = async (fields: JsonObject) => {
    const { authentications } = await succeed<Application>(admin.get(`/v1/applications/${slug}`));
    const [method] = authentications;
    return {
      applicationSlug: slug,
      authenticationId: method?.authenticationId,
      fields: { ...world.subject.fields, ...fields },
    };
  };
  const connect = async (fields: JsonObject = {}) =>
    succeed<Connection>(admin.post("/v1/connections", await body(fields)));
  const run: World["run"] = (operation, { connectionId = world.connectionId, ...rest }, query = {}) =>
    execute(admin, tool(operation), rest, { connectionId: Number(connectionId), ...query });
  Object.assign(world, { admin, target, slug, tool, body, connect, run });
  return async () => {
    world.subject = await kind.start({ password: plantSecret(kind.id), folder });
    const source = { source: "sql", slug, dialect: kind.dialect, name: "Shop" };
    await succeed<ImportResult>(admin.post("/v1/applications", source));
    world.connectionId = (await connect()).connectionId;
    world.writingId = (await connect({ readOnly: false })).connectionId;
  };
}

function testAll(kind: SqlKind, world: World): void {
  const { id, quote } = kind;
  const run: World["run"] = (...call) => world.run(...call);
  const select = (body: JsonObject, table = "orders") =>
    run("select_rows", { fields: { table }, ...body }).then(({ output }) => output);

  test("an import makes the nine tools", proves(`${id}.import`, "import.sql"), async () => {
    const { items } = await succeed<ListOf<Tool>>(
      world.admin.get("/v1/tools", { applicationSlug: world.slug }),
    );
    const operations = [
      "delete_rows",
      "describe_table",
      "get_row",
      "insert_rows",
      "list_tables",
      "read_query",
      "run_query",
      "select_rows",
      "update_rows",
    ];
    expect(items.map((tool) => tool.slug).sort()).toEqual(operations.map(world.tool));
    expect(await succeed(world.admin.get(`/v1/applications/${world.slug}`))).toMatchObject({
      name: "Shop",
      source: "sql",
    });
  });

  test("a connection is tried at the database", proves(`${id}.connect`), async () => {
    const { accountLabel, fields } = await world.connect();
    expect(accountLabel).toBe(world.subject.accountLabel);
    expect(fields).not.toHaveProperty("password");
    const wrong = kind.isFile ? { file: "none.db" } : { password: plantSecret("wrong") };
    await refuse(world.admin.post("/v1/connections", await world.body(wrong)), "VALIDATION_ERROR");
  });

  test("the tables are objects", proves(`${id}.objects`), async () => {
    const { admin, connectionId, tool } = world;
    await refresh(admin, connectionId);
    const { items } = await succeed<ListOf<JsonObject>>(admin.get(`/v1/connections/${connectionId}/Objects`));
    expect(items).toMatchObject([
      { kind: "table", objectName: "marks" },
      { kind: "table", objectName: "orders" },
    ]);
    const path = `/v1/tools/${tool("insert_rows")}/schema`;
    const schema = await succeed<JsonObject>(admin.get(path, { connectionId, contextValue: "orders" }));
    expect(schema).toMatchObject({
      inputSchema: {
        properties: { rows: { items: { properties: { customer: { description: expect.any(String) } } } } },
      },
    });
    const row = await run("get_row", { contextValue: "orders", fields: { key: { id: 7 } } });
    expect(row.output).toEqual({
      row: { id: 7, customer: "customer 7", total: 7, placed: "2026-01-01T00:07:00Z" },
    });
    const hidden = { contextValue: "hidden_table", fields: { key: { id: 10 } } };
    const executed = admin.post(`/v1/tools/${tool("get_row")}/execute`, hidden, { query: { connectionId } });
    await refuse(executed, "VALIDATION_ERROR");
  });

  test("the database filters, sorts and counts", proves(`${id}.shape`), async () => {
    const sortBy = (orderDirection: 1 | -1) => [{ fieldName: "total", orderDirection }];
    expect(await select({ sort: sortBy(-1), offset: 1, top: 2 })).toMatchObject({
      rows: [{ id: 2999 }, { id: 2998 }],
    });
    expect(await select({ sort: sortBy(1), offset: 3000, top: 5 })).toMatchObject({ rows: [{ id: 3001 }] });
    const filters = [
      { fieldName: "customer", operator: "endsWith", value: "MER 2900" },
      { fieldName: "placed", operator: "gt", value: "2026-01-02T00:00:00Z" },
      { fieldName: "total", operator: "in", value: "5,2900" },
    ];
    expect(await select({ filters })).toMatchObject({ rows: [{ id: 2900 }] });
  });

  test("the rest is applied afterward", proves(`${id}.shape.rest`), async () => {
    const filters = [
      { fieldName: "id", operator: "lt", value: "100" },
      { fieldName: "customer", operator: "notContains", value: "ö" },
      { fieldName: "customer", operator: "ne", value: "2026-01-01" },
    ];
    const sort = [{ fieldName: "id", orderDirection: -1 }];
    expect(await select({ filters, sort, offset: 1, top: 1 })).toMatchObject({ rows: [{ id: 98 }] });
  });

  /** The limit leaves the shape to the server. */
  const selectBoth = async (shape: JsonObject) => {
    const limited = await run("select_rows", { fields: { table: "marks", limit: 100 }, ...shape });
    const both = [await select(shape, "marks"), limited.output] as { rows: { id: number }[] }[];
    return both.map(({ rows }) => rows.map((row) => row.id));
  };

  test("texts are sorted by code point", proves(`${id}.order`), async () => {
    for (const [orderDirection, ids] of [
      [1, [3, 2, 1, 4]],
      [-1, [1, 2, 3, 4]],
    ]) {
      const sort = [{ fieldName: "note", orderDirection }];
      expect(await selectBoth({ sort })).toEqual([ids, ids]);
    }
  });

  test("large integers are numbers", proves(`${id}.large-numbers`), async () => {
    const sort = [{ fieldName: "big", orderDirection: 1 }];
    expect(await selectBoth({ sort })).toEqual([
      [3, 2, 1, 4],
      [3, 2, 1, 4],
    ]);
    for (const [operator, value, ids] of [
      ["gt", "9007199254740992", [1]],
      ["gt", "-9007199254740993", [2, 1]],
      ["eq", "9007199254740993.0", [1]],
      ["in", "9007199254740993,5", [2, 1]],
      ["lte", "5", [3, 2]],
    ]) {
      const filters = [{ fieldName: "big", operator, value }];
      expect(await selectBoth({ filters, sort }), String(operator)).toEqual([ids, ids]);
    }
  });

  test("a dry run shows the statement", proves(`${id}.dry-run`), async () => {
    const value = "x' OR 1=1 -- ` \"";
    const where = [{ column: "customer", operator: "eq", value }];
    const body = { fields: { table: "orders", where }, connectionId: world.writingId };
    const { output } = await run("delete_rows", body, { dryRun: true });
    const [orders, customer] = ["orders", "customer"].map((name) => quote + name + quote);
    expect(output).toMatchObject({
      statement: `DELETE FROM ${orders} WHERE ${customer} = ${kind.placeholders.built}`,
      values: [value],
    });
    expect(JSON.stringify(output)).not.toContain("password");
    expect(await world.subject.ask("SELECT count(*) AS n FROM orders")).toMatchObject([{ n: asCount(3001) }]);
  });

  const asCount = (count: number) => (kind.dialect === "postgresql" ? String(count) : count);

  test(
    "a connection only reads unless it is told otherwise",
    proves(`${id}.read-only`, `${id}.write`),
    async () => {
      const { writingId } = world;
      const insert = { fields: { table: "orders", rows: [{ id: 9001, customer: "new" }] } };
      expect(await run("insert_rows", insert)).toMatchObject({
        isSuccess: false,
        errorMessage: expect.stringContaining("readOnly"),
      });
      const two = "SELECT 1; DELETE FROM orders";
      for (const sql of ["DELETE FROM orders", "CREATE TABLE made (id int)", two]) {
        expect(await run("run_query", { fields: { sql } }), sql).toMatchObject({ isSuccess: false });
      }
      expect(await run("run_query", { fields: { sql: two }, connectionId: writingId })).toMatchObject({
        isSuccess: false,
      });
      const sql = `SELECT customer FROM orders WHERE id = ${kind.placeholders.own}`;
      expect((await run("run_query", { fields: { sql, values: [3] } })).output).toMatchObject({
        rows: [{ customer: "customer 3" }],
      });
      const written = await run("insert_rows", { ...insert, connectionId: writingId });
      expect(written.output).toEqual({
        affectedRows: 1,
        rows: [{ id: 9001, customer: "new", total: null, placed: null }],
      });
      const where = [{ column: "id", operator: "eq", value: 9001 }];
      const update = { fields: { table: "orders", set: { total: 5 }, where }, connectionId: writingId };
      expect((await run("update_rows", update)).output).toEqual({ affectedRows: 1 });
      const remove = { fields: { table: "orders", where }, connectionId: writingId };
      expect((await run("delete_rows", remove)).output).toEqual({ affectedRows: 1 });
      expect(await world.subject.ask("SELECT count(*) AS n FROM orders")).toMatchObject([
        { n: asCount(3001) },
      ]);
    },
  );

  test("a refusal to write names the way out", proves(`${id}.read-only.advice`), async () => {
    const own = `The connection only reads. To change data set its field \`readOnly\` to false. `;
    const another = `This tool only reads. To change data use \`run_query\`, where your key and toolset permit it`;
    const statements = [
      "DELETE FROM orders",
      "CREATE TABLE made (id int)",
      "INSERT INTO orders (id) VALUES (9002)",
    ];
    for (const sql of statements) {
      const fields = { sql };
      expect((await run("run_query", { fields })).errorMessage, sql).toContain(own);
      for (const connectionId of [world.connectionId, world.writingId]) {
        const { errorMessage } = await run("read_query", { fields, connectionId });
        expect(errorMessage, sql).toContain(another);
      }
    }
  });

  test("too many rows are cut", proves(`${id}.row-limit`), async () => {
    const response = await world.admin.post(
      `/v1/tools/${world.tool("select_rows")}/execute`,
      { fields: { table: "orders" } },
      { query: { connectionId: world.connectionId } },
    );
    expect(response.headers["x-bowline-results-cut"]).toBe("rows");
    expect(response.body).toMatchObject({ output: { rows: { length: 1000 } } });
  });

  test("a table changes after the import", proves(`${id}.changed-table`), async () => {
    const { ask } = world.subject;
    await ask("CREATE TABLE changing (id int PRIMARY KEY)", "INSERT INTO changing VALUES (1)");
    const fields = { table: "changing" };
    expect((await run("select_rows", { fields })).output).toEqual({ rows: [{ id: 1 }] });
    await ask("ALTER TABLE changing ADD COLUMN name varchar(9) DEFAULT 'new'");
    expect((await run("select_rows", { fields })).output).toEqual({ rows: [{ id: 1, name: "new" }] });
    await ask("DROP TABLE changing");
    for (const operation of ["select_rows", "describe_table"]) {
      const gone = await run(operation, { fields });
      expect(gone).toMatchObject({ isSuccess: false, errorMessage: expect.stringContaining('"changing"') });
    }
  });
}

function testServer({ id }: SqlKind & { id: "sql" | "mysql" }, world: World): void {
  const findServer = () => world.subject.server as SqlServer;
  const countSleeping = async () => Number((await world.subject.ask(findServer().countSleeping))[0]?.n);

  /** A call that sleeps for ten minutes, and what ends it. */
  function startSleeping(connectionId: number) {
    const stop = new AbortController();
    const { baseUrl, adminApiKey } = world.target;
    const call = fetch(
      `${baseUrl}/v1/tools/${world.tool("read_query")}/execute?connectionId=${connectionId}`,
      {
        method: "POST",
        headers: { "x-api-key": adminApiKey, "content-type": "application/json" },
        body: JSON.stringify({ fields: { sql: findServer().sleep } }),
        signal: stop.signal,
      },
    );
    return { stop: () => stop.abort(), ended: call.then(() => "over").catch(() => "gone") };
  }

  test("addresses are checked", proves(`${id}.address`), async () => {
    const { connectionId } = await world.connect({ host: "10.255.255.1" });
    const refused = await world.run("list_tables", { connectionId, fields: {} });
    expect(refused.errorMessage).toContain("BOWLINE_ALLOWED_PRIVATE_NETWORKS");
    const planned = await execute(world.admin, world.tool("list_tables"), {}, { connectionId, dryRun: true });
    expect(planned.errorMessage).toBe(refused.errorMessage);
  });

  test("another host needs the password anew", proves(`${id}.host`), async () => {
    const { connectionId } = await world.connect();
    const change = { fields: { host: "localhost" } };
    await refuse(world.admin.patch(`/v1/connections/${connectionId}`, change), "VALIDATION_ERROR");
  });

  test("sslMode encrypts and checks", proves(`${id}.tls`), async () => {
    for (const [sslMode, isEncrypted] of [
      ["require", 1],
      ["prefer", 1],
      ["disable", 0],
    ]) {
      const { connectionId } = await world.connect({ sslMode });
      const { output } = await world.run("read_query", {
        connectionId,
        fields: { sql: findServer().isEncrypted },
      });
      expect(output).toMatchObject({ rows: [{ isEncrypted }] });
    }
    const { connectionId } = await world.connect({ sslMode: "verify-full" });
    const refused = await world.run("list_tables", { connectionId, fields: {} });
    expect(refused.errorMessage).toContain("secure connection");
  });

  test("an own authority is accepted, and no other", proves(`${id}.ca-certificate`), async () => {
    const { authority, isEncrypted } = findServer();
    const fields = { sslMode: "verify-full", caCertificate: authority.certificate };
    const { accountLabel, connectionId } = await world.connect(fields);
    expect(accountLabel).toBe(world.subject.accountLabel);
    const { output } = await world.run("read_query", { connectionId, fields: { sql: isEncrypted } });
    expect(output).toMatchObject({ rows: [{ isEncrypted: 1 }] });
    const other = await world.connect({ ...fields, caCertificate: makeCertificate("other").certificate });
    const refused = await world.run("list_tables", { connectionId: other.connectionId, fields: {} });
    expect(refused.errorMessage).toContain("secure connection");
    for (const wrong of [
      { sslMode: "require" },
      { caCertificate: "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----" },
      { caCertificate: "no certificate" },
    ]) {
      const body = await world.body({ ...fields, ...wrong });
      const response = await refuse(world.admin.post("/v1/connections", body), "VALIDATION_ERROR");
      expect(JSON.stringify(response)).toContain("caCertificate");
    }
  });

  test("a statement whose client is gone ends at the database", proves(`${id}.cancel`), async () => {
    const encrypted = { sslMode: "verify-full", caCertificate: findServer().authority.certificate };
    for (const fields of [{}, { sslMode: "require" }, encrypted]) {
      const { connectionId } = await world.connect(fields);
      const begin = performance.now();
      const sleeping = startSleeping(connectionId);
      await expect.poll(countSleeping).toBe(1);
      sleeping.stop();
      expect(await sleeping.ended).toBe("gone");
      await expect.poll(countSleeping).toBe(0);
      // The time limit of calls would end it after 30 seconds.
      expect(performance.now() - begin).toBeLessThan(25_000);
    }
  });

  test("a slow statement holds up no other", proves(`${id}.beside`), async () => {
    const sleeping = [1, 2, 3].map(() => startSleeping(world.connectionId));
    await expect.poll(countSleeping).toBe(3);
    const quick = Array.from({ length: 10 }, () =>
      world.run("get_row", { fields: { table: "orders", key: { id: 7 } } }),
    );
    for (const { output } of await Promise.all(quick)) {
      expect(output).toMatchObject({ row: { id: 7 } });
    }
    expect(await countSleeping()).toBe(3);
    for (const { stop, ended } of sleeping) {
      stop();
      await ended;
    }
    await expect.poll(countSleeping).toBe(0);
  });

  if (id === "mysql") {
    test("a column lacks a character", proves("mysql.character-set"), async () => {
      await world.subject.ask(
        "CREATE TABLE narrow (id int PRIMARY KEY, name varchar(20) CHARACTER SET latin1)",
        "INSERT INTO narrow VALUES (1, 'Ann')",
      );
      const find = async (operator: string, value: unknown) => {
        const where = [{ column: "name", operator, value }];
        return (await world.run("select_rows", { fields: { table: "narrow", where } })).output;
      };
      expect(await find("eq", "日本")).toEqual({ rows: [] });
      expect(await find("in", ["日本", "ann"])).toEqual({ rows: [{ id: 1, name: "Ann" }] });
      await world.subject.ask("DROP TABLE narrow");
    });
  }

  test(
    "a database that is gone comes back",
    proves(`${id}.dead`, "connections.create.unreachable"),
    async () => {
      const { start, stop } = findServer();
      await stop();
      const created = await world.admin.post("/v1/connections", await world.body({}));
      expect([created.status, created.headers["x-bowline-warning"]]).toEqual([
        200,
        expect.stringContaining("refused the connection"),
      ]);
      const gone = await world.run("list_tables", { fields: {} });
      expect(gone).toMatchObject({
        isSuccess: false,
        errorMessage: expect.stringContaining("refused the connection"),
      });
      await start();
      expect((await world.run("list_tables", { fields: {} })).output).toMatchObject({
        account: world.subject.accountLabel,
      });
    },
  );
}

const isServer = (kind: SqlKind): kind is SqlKind & { id: "sql" | "mysql" } => !kind.isFile;

describe.each(sqlKinds.filter(isServer))("a database of $dialect", (kind) => {
  describe.skipIf(kind.isMissing)("over the network", () => {
    const world = {} as World;
    beforeAll(buildWorld(world, kind, theAdmin(), deployment(), ""));
    afterAll(() => world.subject?.close());
    testAll(kind, world);
    testServer(kind, world);
  });
});

describeOwnServer("SQLite", () => {
  const settings: Record<string, string> = {};
  beforeAll(async () => {
    settings.BOWLINE_SQLITE_DIR = await mkdtemp(join(tmpdir(), "bowline-sqlite-"));
  });
  const own = useOwnServer(settings);
  const world = {} as World;
  const [kind] = sqlKinds.filter(({ isFile }) => isFile);
  beforeAll(() =>
    kind === undefined
      ? undefined
      : buildWorld(world, kind, own.admin, own.server, settings.BOWLINE_SQLITE_DIR ?? "")(),
  );
  afterAll(() => rm(settings.BOWLINE_SQLITE_DIR ?? "", { recursive: true, force: true }));
  if (kind !== undefined) {
    testAll(kind, world);
  }
});
