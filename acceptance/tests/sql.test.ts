import { once } from "node:events";
import { type AddressInfo, connect as connectSocket, createServer } from "node:net";
import { TLSSocket } from "node:tls";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { theAdmin, uniqueName } from "../support/actors.ts";
import { execute } from "../support/applications.ts";
import { refuse, succeed } from "../support/caller.ts";
import { makeCertificate } from "../support/make-certificate.ts";
import { type OutsideDatabase, startOutsideDatabase } from "../support/outside-database.ts";
import { proves } from "../support/proves.ts";
import type { Application, Connection, ImportResult, JsonObject, ListOf, Tool } from "../support/records.ts";
import { refresh } from "../support/refresh.ts";
import { plantSecret } from "../support/secrets.ts";

const admin = theAdmin();
const slug = uniqueName("sql");
const password = plantSecret("database");
let database: OutsideDatabase;
let owner: pg.Client;
let connectionId: number;
let writingId: number;

beforeAll(async () => {
  database = await startOutsideDatabase();
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await owner.query(`
    CREATE TABLE orders (id int PRIMARY KEY, customer text, total numeric(10,2), placed timestamptz);
    INSERT INTO orders SELECT n, 'customer ' || n, n, '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 minute'
      FROM generate_series(1, 3000) n;
    INSERT INTO orders VALUES (3001, NULL, NULL, NULL);
    CREATE ROLE keeper LOGIN PASSWORD ${pg.escapeLiteral(password)};
    GRANT ALL ON orders TO keeper;
  `);
  await succeed<ImportResult>(
    admin.post("/v1/applications", { source: "sql", slug, dialect: "postgresql", name: "Shop" }),
  );
  ({ connectionId } = await connect());
  ({ connectionId: writingId } = await connect({ readOnly: false }));
});

afterAll(async () => {
  await owner?.end().catch(() => undefined);
  await database?.[Symbol.asyncDispose]();
});

async function connectionBody(fields: JsonObject): Promise<JsonObject> {
  const { authentications } = await succeed<Application>(admin.get(`/v1/applications/${slug}`));
  const { hostname, port } = new URL(database.url);
  const own = { host: hostname, port: Number(port), database: "bowline", user: "keeper", password };
  return {
    applicationSlug: slug,
    authenticationId: authentications[0]?.authenticationId,
    fields: { ...own, sslMode: "disable", ...fields },
  };
}

const connect = async (fields: JsonObject = {}): Promise<Connection> =>
  succeed<Connection>(admin.post("/v1/connections", await connectionBody(fields)));

function run(operation: string, { connectionId: id = connectionId, ...body }: JsonObject, query = {}) {
  return execute(admin, `${slug.replaceAll("-", "_")}_${operation}`, body, {
    connectionId: Number(id),
    ...query,
  });
}

const select = (body: JsonObject) => run("select_rows", { fields: { table: "orders" }, ...body });

test("an import makes the nine tools", proves("sql.import.tools"), async () => {
  const { items } = await succeed<ListOf<Tool>>(admin.get("/v1/tools", { applicationSlug: slug }));
  const prefix = slug.replaceAll("-", "_");
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
  expect(await succeed(admin.get(`/v1/applications/${slug}`))).toMatchObject({ name: "Shop", source: "sql" });
});

test("an import that cannot be is refused", proves("sql.import.refused"), async () => {
  for (const dialect of ["oracle", null]) {
    const body = { source: "sql", slug: uniqueName("sql"), dialect };
    const refused = await refuse(admin.post("/v1/applications", body), "VALIDATION_ERROR");
    expect(JSON.stringify(refused)).toContain("dialect");
  }
  const body = { source: "sql", slug: uniqueName("sql"), dialect: "postgresql", url: "https://example.com" };
  await refuse(admin.post("/v1/applications", body), "VALIDATION_ERROR");
  const document = { openapi: "3.1.0", info: { title: "x", version: "1" }, paths: {} };
  const other = { source: "openapi", slug: uniqueName("sql"), document, dialect: "postgresql" };
  await refuse(admin.post("/v1/applications", other), "VALIDATION_ERROR");
});

test("a connection is tried at the database", proves("sql.connect.test"), async () => {
  const { accountLabel, fields } = await connect();
  expect(accountLabel).toBe("keeper@bowline");
  expect(fields).not.toHaveProperty("password");
  const wrong = await connectionBody({ password: plantSecret("wrong") });
  await refuse(admin.post("/v1/connections", wrong), "VALIDATION_ERROR");
});

test("the tables are objects", proves("sql.objects", "sql.context"), async () => {
  await refresh(admin, connectionId);
  const { items } = await succeed<ListOf<JsonObject>>(admin.get(`/v1/connections/${connectionId}/Objects`));
  expect(items).toMatchObject([{ kind: "table", objectName: "orders" }]);
  const prefix = slug.replaceAll("-", "_");
  const path = `/v1/tools/${prefix}_insert_rows/schema`;
  const schema = await succeed<JsonObject>(admin.get(path, { connectionId, contextValue: "orders" }));
  expect(schema).toMatchObject({
    inputSchema: {
      properties: { rows: { items: { properties: { customer: { type: ["string", "null"] } } } } },
    },
  });
  const row = await run("get_row", { contextValue: "orders", fields: { key: { id: 7 } } });
  expect(row.output).toMatchObject({ row: { customer: "customer 7", total: 7 } });
  const path2 = `/v1/tools/${prefix}_get_row/execute`;
  const body = { contextValue: "pg_authid", fields: { key: { oid: 10 } } };
  await refuse(admin.post(path2, body, { query: { connectionId } }), "VALIDATION_ERROR");
});

test("the database filters, sorts and counts", proves("sql.shape"), async () => {
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

test("the rest is applied afterwards", proves("sql.shape.rest"), async () => {
  const found = await select({
    filters: [
      { fieldName: "id", operator: "lt", value: "100" },
      { fieldName: "customer", operator: "notContains", value: "ö" },
      { fieldName: "customer", operator: "ne", value: "2026-01-01" },
    ],
    sort: [{ fieldName: "id", orderDirection: -1 }],
    offset: 1,
    top: 1,
  });
  expect(found.output).toMatchObject({ rows: [{ id: 98 }] });
});

test("a dry run shows the statement", proves("sql.dry-run"), async () => {
  const where = [{ column: "customer", operator: "eq", value: "x' OR true --" }];
  const body = { fields: { table: "orders", where }, connectionId: writingId };
  const shown = await run("delete_rows", body, { dryRun: true });
  expect(shown.output).toMatchObject({
    statement: 'DELETE FROM "orders" WHERE "customer" = $1',
    values: ["x' OR true --"],
  });
  const { rows } = await owner.query("SELECT count(*)::int AS n FROM orders");
  expect(rows[0].n).toBe(3001);
});

test(
  "a connection only reads unless it is told otherwise",
  proves("sql.read-only", "sql.write"),
  async () => {
    const insert = { fields: { table: "orders", rows: [{ id: 9001, customer: "new" }] } };
    const refused = await run("insert_rows", insert);
    expect(refused).toMatchObject({ isSuccess: false, errorMessage: expect.stringContaining("readOnly") });
    expect(await run("run_query", { fields: { sql: "DELETE FROM orders" } })).toMatchObject({
      isSuccess: false,
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
  },
);

test("run_query takes one statement", proves("sql.one-statement"), async () => {
  const sql = "SELECT 1; DELETE FROM orders";
  for (const id of [connectionId, writingId]) {
    expect(await run("run_query", { fields: { sql }, connectionId: id })).toMatchObject({ isSuccess: false });
  }
  const values = await run("run_query", {
    fields: { sql: "SELECT customer FROM orders WHERE id = $1", values: [3] },
  });
  expect(values.output).toMatchObject({ rows: [{ customer: "customer 3" }] });
});

test("too many rows are cut", proves("sql.row-limit"), async () => {
  const tool = `${slug.replaceAll("-", "_")}_select_rows`;
  const response = await admin.post(
    `/v1/tools/${tool}/execute`,
    { fields: { table: "orders" } },
    { query: { connectionId } },
  );
  expect(response.headers["x-bowline-results-cut"]).toBe("rows");
  expect(response.body).toMatchObject({ output: { rows: { length: 1000 } } });
});

test("addresses are checked", proves("sql.address"), async () => {
  const created = await connect({ host: "10.255.255.1" });
  const refused = await run("list_tables", { connectionId: created.connectionId, fields: {} });
  expect(refused.errorMessage).toContain("BOWLINE_ALLOWED_PRIVATE_NETWORKS");
});

test("another host needs the password anew", proves("sql.host"), async () => {
  const { connectionId: id } = await connect();
  await refuse(admin.patch(`/v1/connections/${id}`, { fields: { host: "localhost" } }), "VALIDATION_ERROR");
});

/** Encrypts the connections of clients that ask for it, as PostgreSQL does, in front of the database. */
async function startEncryption() {
  const { certificate, privateKey } = makeCertificate("database");
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => {
      socket.write("S");
      const client = new TLSSocket(socket, { isServer: true, cert: certificate, key: privateKey });
      const behind = connectSocket(Number(new URL(database.url).port), "127.0.0.1");
      client.on("error", () => behind.destroy());
      behind.on("error", () => client.destroy());
      client.pipe(behind).pipe(client);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return { port: (server.address() as AddressInfo).port, close: () => server.close() };
}

test("sslMode encrypts and checks", proves("sql.tls"), async () => {
  const encryption = await startEncryption();
  for (const sslMode of ["require", "prefer"]) {
    const { accountLabel } = await connect({ port: encryption.port, sslMode });
    expect(accountLabel).toBe("keeper@bowline");
  }
  const { connectionId: id } = await connect({ port: encryption.port, sslMode: "verify-full" });
  const refused = await run("list_tables", { connectionId: id, fields: {} });
  expect(refused.errorMessage).toContain("secure connection");
  const { connectionId: plain } = await connect({ sslMode: "require" });
  const lacking = await run("list_tables", { connectionId: plain, fields: {} });
  expect(lacking.errorMessage).toContain("does not encrypt");
  encryption.close();
});

test("a database that is gone comes back", proves("sql.dead"), async () => {
  await owner.end();
  await database.stop();
  const gone = await run("list_tables", { fields: {} });
  expect(gone).toMatchObject({
    isSuccess: false,
    errorMessage: expect.stringContaining("refused the connection"),
  });
  await database.start();
  expect((await run("list_tables", { fields: {} })).output).toMatchObject({ account: "keeper@bowline" });
});
