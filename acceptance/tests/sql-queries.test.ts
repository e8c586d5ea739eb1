import { once } from "node:events";
import { type AddressInfo, connect as connectSocket, createServer } from "node:net";
import { TLSSocket } from "node:tls";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeKey, theAdmin, uniqueName } from "../support/actors.ts";
import { execute } from "../support/applications.ts";
import { createKeyCaller, refuse, succeed } from "../support/caller.ts";
import { deployment } from "../support/deployment.ts";
import { type MadeCertificate, makeCertificate } from "../support/make-certificate.ts";
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
  database = await startOutsideDatabase();
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

test("a statement whose client is gone ends at the database", proves("sql.cancel"), async () => {
  const countRunning = async () => {
    const text =
      "SELECT count(*)::int AS n FROM pg_stat_activity WHERE usename = 'keeper' AND state = 'active'";
    return (await owner.query(text)).rows[0].n;
  };
  const client = new AbortController();
  const { baseUrl, adminApiKey } = deployment();
  const call = fetch(`${baseUrl}/v1/tools/${readQuery}/execute?connectionId=${writingId}`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": adminApiKey },
    body: JSON.stringify({ fields: { sql: "SELECT pg_sleep(600)" } }),
    signal: client.signal,
  });
  const gone = call.catch(() => "gone");
  await expect.poll(countRunning).toBe(1);
  const begin = performance.now();
  client.abort();
  expect(await gone).toBe("gone");
  await expect.poll(countRunning).toBe(0);
  // The time limit of calls would end it after 30 seconds.
  expect(performance.now() - begin).toBeLessThan(25_000);
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

/** Encrypts the connections of clients that ask for it, as PostgreSQL does, in front of the database. */
async function startEncryption({ certificate, privateKey }: MadeCertificate) {
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

test("an own authority is accepted, and no other", proves("sql.ca-certificate"), async () => {
  const authority = makeCertificate("authority");
  const encryption = await startEncryption(makeCertificate("database", authority));
  const fields = { host: "127.0.0.1", port: encryption.port, sslMode: "verify-full" };
  const { accountLabel } = await connect({ ...fields, caCertificate: authority.certificate });
  expect(accountLabel).toBe("keeper@bowline");
  const { connectionId } = await connect({ ...fields, caCertificate: makeCertificate("other").certificate });
  const refused = await execute(admin, readQuery, { fields: { sql: "SELECT 1" } }, { connectionId });
  expect(refused.errorMessage).toContain("secure connection");
  for (const wrong of [
    { sslMode: "require", caCertificate: authority.certificate },
    { caCertificate: "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----" },
    { caCertificate: "no certificate" },
  ]) {
    const body = await connectionBody({ ...fields, ...wrong });
    const answer = await refuse(admin.post("/v1/connections", body), "VALIDATION_ERROR");
    expect(JSON.stringify(answer)).toContain("caCertificate");
  }
  encryption.close();
});
