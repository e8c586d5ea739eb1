import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { theAdmin, uniqueName } from "../support/actors.ts";
import { execute } from "../support/applications.ts";
import { refuse, succeed } from "../support/caller.ts";
import { deployment } from "../support/deployment.ts";
import { makeCertificate } from "../support/make-certificate.ts";
import { isMariaDbMissing, type OutsideMariaDb, startOutsideMariaDb } from "../support/outside-mariadb.ts";
import { proves } from "../support/proves.ts";
import type { Application, Connection, ImportResult, JsonObject, ListOf, Tool } from "../support/records.ts";
import { refresh } from "../support/refresh.ts";
import { plantSecret } from "../support/secrets.ts";

if (isMariaDbMissing) {
  console.warn("SKIPPED: MySQL databases as applications are not tested, there is no mariadbd.");
}

describe.skipIf(isMariaDbMissing)("a MySQL database", () => {
  const admin = theAdmin();
  const slug = uniqueName("mysql");
  const prefix = slug.replaceAll("-", "_");
  const password = plantSecret("mysql");
  let database: OutsideMariaDb;
  let connectionId: number;
  let writingId: number;

  beforeAll(async () => {
    database = await startOutsideMariaDb(makeCertificate("mysql"));
    await database.query(
      "CREATE DATABASE shop CHARACTER SET utf8mb4",
      "CREATE TABLE shop.orders (id int PRIMARY KEY, customer varchar(100), total decimal(10,2), placed timestamp NULL)",
      "SET time_zone = '+00:00'",
      "INSERT INTO shop.orders SELECT seq, CONCAT('customer ', seq), seq, '2026-01-01' + INTERVAL seq MINUTE FROM shop.seq_1_to_3000",
      "INSERT INTO shop.orders VALUES (3001, NULL, NULL, NULL)",
      `CREATE USER keeper IDENTIFIED BY '${password}'`,
      "GRANT ALL ON shop.orders TO keeper",
    );
    await succeed<ImportResult>(
      admin.post("/v1/applications", { source: "sql", slug, dialect: "mysql", name: "Shop" }),
    );
    ({ connectionId } = await connect());
    ({ connectionId: writingId } = await connect({ readOnly: false }));
  });

  afterAll(async () => {
    await database?.[Symbol.asyncDispose]();
  });

  async function connectionBody(fields: JsonObject): Promise<JsonObject> {
    const { authentications } = await succeed<Application>(admin.get(`/v1/applications/${slug}`));
    const own = { host: "127.0.0.1", port: database.port, database: "shop", user: "keeper", password };
    return {
      applicationSlug: slug,
      authenticationId: authentications[0]?.authenticationId,
      fields: { ...own, sslMode: "disable", ...fields },
    };
  }

  const connect = async (fields: JsonObject = {}): Promise<Connection> =>
    succeed<Connection>(admin.post("/v1/connections", await connectionBody(fields)));

  const run = (operation: string, { connectionId: id = connectionId, ...body }: JsonObject, query = {}) =>
    execute(admin, `${prefix}_${operation}`, body, { connectionId: Number(id), ...query });
  const select = (body: JsonObject) => run("select_rows", { fields: { table: "orders" }, ...body });

  test("an import makes the tools", proves("mysql.import"), async () => {
    const { items } = await succeed<ListOf<Tool>>(admin.get("/v1/tools", { applicationSlug: slug }));
    expect(items.map((tool) => tool.slug.slice(prefix.length + 1)).sort()).toEqual([
      "delete_rows",
      "describe_table",
      "get_row",
      "insert_rows",
      "list_tables",
      "read_query",
      "run_query",
      "select_rows",
      "update_rows",
    ]);
  });

  test("a connection is tried at the database", proves("mysql.connect"), async () => {
    const { accountLabel, fields } = await connect();
    expect(accountLabel).toBe("keeper@shop");
    expect(fields).not.toHaveProperty("password");
    const wrong = await connectionBody({ password: plantSecret("wrong") });
    await refuse(admin.post("/v1/connections", wrong), "VALIDATION_ERROR");
  });

  test("the tables are objects", proves("mysql.objects"), async () => {
    await refresh(admin, connectionId);
    const { items } = await succeed<ListOf<JsonObject>>(admin.get(`/v1/connections/${connectionId}/Objects`));
    expect(items).toMatchObject([{ kind: "table", objectName: "orders" }]);
    const path = `/v1/tools/${prefix}_insert_rows/schema`;
    const schema = await succeed<JsonObject>(admin.get(path, { connectionId, contextValue: "orders" }));
    expect(schema).toMatchObject({
      inputSchema: {
        properties: { rows: { items: { properties: { customer: { type: ["string", "null"] } } } } },
      },
    });
    const row = await run("get_row", { contextValue: "orders", fields: { key: { id: 7 } } });
    expect(row.output).toMatchObject({
      row: { customer: "customer 7", total: 7, placed: "2026-01-01T00:07:00Z" },
    });
  });

  test("the database filters, sorts and counts", proves("mysql.shape"), async () => {
    const last = await select({ sort: [{ fieldName: "total", orderDirection: -1 }], offset: 1, top: 2 });
    expect(last.output).toMatchObject({ rows: [{ id: 2999 }, { id: 2998 }] });
    const nulls = await select({ sort: [{ fieldName: "total", orderDirection: 1 }], offset: 3000, top: 5 });
    expect(nulls.output).toMatchObject({ rows: [{ id: 3001 }] });
    const found = await select({
      filters: [
        { fieldName: "customer", operator: "endsWith", value: "MER 2900" },
        { fieldName: "placed", operator: "gt", value: "2026-01-02T00:00:00Z" },
        { fieldName: "total", operator: "in", value: "5,2900" },
      ],
    });
    expect(found.output).toMatchObject({ rows: [{ id: 2900 }] });
  });

  test("a dry run shows the statement", proves("mysql.dry-run"), async () => {
    const where = [{ column: "customer", operator: "eq", value: "x' OR true -- `" }];
    const body = { fields: { table: "orders", where }, connectionId: writingId };
    const shown = await run("delete_rows", body, { dryRun: true });
    expect(JSON.stringify(shown.output)).toContain("DELETE FROM `orders` WHERE `customer` = ?");
    expect(JSON.stringify(shown.output)).toContain("x' OR true -- `");
    expect(await database.query("SELECT count(*) AS n FROM shop.orders")).toEqual([{ n: 3001 }]);
  });

  test(
    "a connection only reads unless it is told otherwise",
    proves("mysql.read-only", "mysql.write"),
    async () => {
      const insert = { fields: { table: "orders", rows: [{ id: 9001, customer: "new" }] } };
      const refused = await run("insert_rows", insert);
      expect(refused).toMatchObject({ isSuccess: false, errorMessage: expect.stringContaining("readOnly") });
      for (const sql of [
        "DELETE FROM orders",
        "CREATE TABLE made (id int)",
        "SELECT 1; DELETE FROM orders",
        "BEGIN NOT ATOMIC COMMIT; DELETE FROM orders; END",
        "SELECT 1 INTO OUTFILE '/tmp/bowline-never'",
      ]) {
        expect(await run("run_query", { fields: { sql } })).toMatchObject({ isSuccess: false });
      }
      const values = { sql: "SELECT customer FROM orders WHERE id = ?", values: [3] };
      expect((await run("run_query", { fields: values })).output).toMatchObject({
        rows: [{ customer: "customer 3" }],
      });
      const written = await run("insert_rows", { ...insert, connectionId: writingId });
      expect(written.output).toMatchObject({
        affectedRows: 1,
        rows: [{ id: 9001, customer: "new", total: null }],
      });
      const where = [{ column: "id", operator: "eq", value: 9001 }];
      const update = { fields: { table: "orders", set: { total: 5 }, where }, connectionId: writingId };
      expect((await run("update_rows", update)).output).toEqual({ affectedRows: 1 });
      const remove = { fields: { table: "orders", where }, connectionId: writingId };
      expect((await run("delete_rows", remove)).output).toEqual({ affectedRows: 1 });
      expect(await database.query("SELECT count(*) AS n FROM shop.orders")).toEqual([{ n: 3001 }]);
    },
  );

  test("too many rows are cut", proves("mysql.row-limit"), async () => {
    const body = { fields: { table: "orders" } };
    const path = `/v1/tools/${prefix}_select_rows/execute`;
    const response = await admin.post(path, body, { query: { connectionId } });
    expect(response.headers["x-bowline-results-cut"]).toBe("rows");
    expect(response.body).toMatchObject({ output: { rows: { length: 1000 } } });
  });

  test("a statement ends when its caller goes away", proves("mysql.cancel"), async () => {
    const sql = "SELECT SLEEP(600) + 0 AS bowline_sleeps";
    const { baseUrl, adminApiKey } = deployment();
    const stop = new AbortController();
    const call = fetch(`${baseUrl}/v1/tools/${prefix}_run_query/execute?connectionId=${connectionId}`, {
      method: "POST",
      headers: { "x-api-key": adminApiKey, "content-type": "application/json" },
      body: JSON.stringify({ fields: { sql } }),
      signal: stop.signal,
    }).catch(() => null);
    const running = () =>
      database.query(
        "SELECT ID FROM information_schema.PROCESSLIST WHERE USER = 'keeper' AND INFO LIKE '%bowline_sleeps%'",
      );
    await expect.poll(running).toHaveLength(1);
    stop.abort();
    await call;
    await expect.poll(running).toEqual([]);
  });

  test("addresses are checked", proves("mysql.address"), async () => {
    const { connectionId: id } = await connect({ host: "10.255.255.1" });
    const refused = await run("list_tables", { connectionId: id, fields: {} });
    expect(refused.errorMessage).toContain("BOWLINE_ALLOWED_PRIVATE_NETWORKS");
  });

  test("sslMode encrypts and checks", proves("mysql.tls"), async () => {
    const sql =
      "SELECT VARIABLE_VALUE <> '' AS isEncrypted FROM information_schema.SESSION_STATUS WHERE VARIABLE_NAME = 'Ssl_cipher'";
    for (const [sslMode, isEncrypted] of [
      ["require", 1],
      ["prefer", 1],
      ["disable", 0],
    ] as const) {
      const { connectionId: id } = await connect({ sslMode });
      const { output } = await run("run_query", { connectionId: id, fields: { sql } });
      expect(output).toMatchObject({ rows: [{ isEncrypted }] });
    }
    const { connectionId: id } = await connect({ sslMode: "verify-full" });
    const refused = await run("list_tables", { connectionId: id, fields: {} });
    expect(refused.errorMessage).toContain("secure connection");
  });

  test("a database that is gone comes back", proves("mysql.dead"), async () => {
    await database.stop();
    const gone = await run("list_tables", { fields: {} });
    expect(gone).toMatchObject({ isSuccess: false });
    await database.start();
    expect((await run("list_tables", { fields: {} })).output).toMatchObject({ account: "keeper@shop" });
  });
});
