import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeKey, theAdmin, uniqueName } from "../support/actors.ts";
import { execute } from "../support/applications.ts";
import { createKeyCaller, refuse, succeed } from "../support/caller.ts";
import { type OutsideDatabase, startOutsideDatabase } from "../support/outside-database.ts";
import { proves } from "../support/proves.ts";
import type { Application, Connection, JsonObject, Tool } from "../support/records.ts";
import { plantSecret } from "../support/secrets.ts";

const admin = theAdmin();
const slug = uniqueName("queries");
const readQuery = `${slug.replaceAll("-", "_")}_read_query`;
const password = plantSecret("database");
let database: OutsideDatabase;
let owner: pg.Client;
let writingId: number;

beforeAll(async () => {
  database = await startOutsideDatabase({ isBare: true });
  owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  await owner.query(`
    CREATE TABLE orders (id int PRIMARY KEY);
    INSERT INTO orders VALUES (1), (2);
    CREATE ROLE keeper LOGIN PASSWORD ${pg.escapeLiteral(password)};
    GRANT ALL ON orders TO keeper;
  `);
  await succeed(admin.post("/v1/applications", { source: "sql", slug, dialect: "postgresql" }));
  ({ connectionId: writingId } = await connect({ readOnly: false }));
});

afterAll(async () => {
  await owner?.end();
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

const connect = async (fields: JsonObject): Promise<Connection> =>
  succeed<Connection>(admin.post("/v1/connections", await connectionBody(fields)));

test("a key for tools that read may query", proves("sql.read-query"), async () => {
  const { annotations } = await succeed<Tool>(admin.get(`/v1/tools/${readQuery}`));
  expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
  const { apiKey } = await makeKey(admin, { name: "Reader", readOnly: true });
  const reader = createKeyCaller(apiKey);
  const run = (sql: string) => execute(reader, readQuery, { fields: { sql } }, { connectionId: writingId });
  expect((await run("SELECT count(*)::int AS n FROM orders")).output).toEqual({ rows: [{ n: 2 }] });
  for (const sql of [
    "DELETE FROM orders",
    "WITH x AS (DELETE FROM orders RETURNING *) SELECT * FROM x",
    "COMMIT",
  ]) {
    expect(await run(sql)).toMatchObject({ isSuccess: false });
  }
  expect((await owner.query("SELECT count(*)::int AS n FROM orders")).rows).toEqual([{ n: 2 }]);
  const path = `/v1/tools/${readQuery.replace("read_query", "run_query")}/execute`;
  const query = { connectionId: writingId };
  await refuse(reader.post(path, { fields: { sql: "SELECT 1" } }, { query }), "TOOL_NOT_PERMITTED");
});

test("a dry run has a clear shape", proves("sql.dry-run.shape"), async () => {
  const body = { fields: { sql: "SELECT $1::int AS n", values: [7] } };
  const { output } = await execute(admin, readQuery, body, { connectionId: writingId, dryRun: true });
  expect(output).toEqual({
    dialect: "postgresql",
    database: `postgresql://${new URL(database.url).host}/bowline`,
    user: "keeper",
    readOnly: true,
    statement: "SELECT $1::int AS n",
    values: [7],
    rowLimit: 1000,
  });
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

test(
  "an application of another kind is not replaced, even when it is hidden",
  proves("sql.import.refused"),
  async () => {
    const slug = uniqueName("sql");
    const document = { openapi: "3.1.0", info: { title: "x", version: "1" }, paths: {} };
    await succeed(admin.post("/v1/applications", { source: "openapi", slug, document }));
    const body = { source: "sql", slug, dialect: "postgresql" };
    await refuse(admin.post("/v1/applications", body), "CONFLICT");
    await succeed(admin.patch(`/v1/applications/${slug}`, { isEnabled: false }));
    await refuse(admin.post("/v1/applications", body), "CONFLICT");
  },
);
