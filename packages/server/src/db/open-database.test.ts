import { mkdtemp, rm } from "node:fs/promises";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { findFreePort } from "@bowline/acceptance/find-free-port.ts";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { createProxy } from "../../testing/create-proxy.ts";
import { findPgBouncerProgram, type PgBouncer, startPgBouncer } from "../../testing/start-pgbouncer.ts";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { readConfig } from "../config/config.ts";
import { createLogger } from "../log/logger.ts";
import { openEmbeddedPostgres } from "./embedded-postgres.ts";
import { migrate } from "./migrate.ts";
import { openDatabase } from "./open-database.ts";

const log = createLogger({ level: "silent", isTerminal: false });
const masterKey = Buffer.alloc(32).toString("base64");

const pooler = findPgBouncerProgram();
const maySkip = process.env.CI !== "true";
if (pooler === null && maySkip) {
  console.warn("SKIPPED: a database behind a pooler is not tested, no pgbouncer is installed.");
}

/** Serves the test database over TCP. */
function createDatabaseProxy(): Server {
  const { host, port } = inject("testDatabaseServer");
  return createProxy(() => connect(join(host, `.s.PGSQL.${port}`)));
}

describe("openDatabase", () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase(log);
  });

  afterAll(() => database.drop());

  function configFor(changes: { host?: string; port?: number; password?: string } = {}) {
    const { host, port, user, password } = { ...inject("testDatabaseServer"), ...changes };
    const name = database.connectionConfig.database;
    const query = `host=${encodeURIComponent(host)}&port=${port}`;
    const url = `postgres://${user}:${password}@/${name}?${query}`;
    return readConfig({
      DATABASE_URL: url,
      BOWLINE_MASTER_KEY: masterKey,
      BOWLINE_DATABASE_STATEMENT_TIMEOUT_MS: "1000",
      BOWLINE_DATABASE_POOL: "2",
    });
  }

  it("creates and migrates an embedded database without DATABASE_URL", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "bowline-open-"));
    const own = await openDatabase(readConfig({ BOWLINE_DATA_DIR: dataDir }), log);
    expect(await migrate(own.pool, log)).toContain("0001-core.sql");
    expect(await own.kysely.selectFrom("company").selectAll().execute()).toEqual([]);
    await own.close();
    await own.close();
    await rm(dataDir, { recursive: true });
  });

  it("opens the database at DATABASE_URL with as many connections as allowed and a statement timeout", async () => {
    const opened = await openDatabase(configFor(), log);
    await expect(opened.pool.query("select pg_sleep(5)")).rejects.toThrow("statement timeout");
    await Promise.all(Array.from({ length: 6 }, () => opened.pool.query("select 1")));
    expect(opened.pool.totalCount).toBe(2);
    await opened.close();
  });

  it("lets the database notice within about 10 seconds that this machine is gone", async () => {
    const dataDir = await mkdtemp(join(tmpdir(), "bowline-open-"));
    // On a socket in a folder there are no such settings.
    const own = await openEmbeddedPostgres({ dataDir, log, port: await findFreePort() });
    const opened = await openDatabase({ ...configFor(), databaseUrl: own.connectionString, dataDir }, log);
    for (const { pool } of [opened, opened.background]) {
      const { rows } = await pool.query(
        `select current_setting('tcp_keepalives_idle')::int
           + current_setting('tcp_keepalives_interval')::int * current_setting('tcp_keepalives_count')::int as seconds`,
      );
      expect(rows).toEqual([{ seconds: 10 }]);
    }
    await opened.close();
    await own.stop();
    await rm(dataDir, { recursive: true });
  });

  it("recovers from the loss of all its connections", async () => {
    const opened = await openDatabase(configFor(), log);
    await opened.pool.query("select 1");
    await database.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid() and datname = current_database()",
    );
    await expect.poll(() => opened.pool.totalCount).toBe(0);
    expect((await opened.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    await opened.close();
  });

  it("recovers from the loss of a connection during a transaction", async () => {
    const opened = await openDatabase(configFor(), log);
    const losing = opened.kysely.transaction().execute(async (transaction) => {
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(transaction);
      await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(database.kysely);
      // Between two statements nothing waits for a result of the connection that breaks now.
      await sleep(100);
      await sql`select 1`.execute(transaction);
    });
    await expect(losing).rejects.toThrow();
    expect((await opened.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    await opened.close();
  });

  it("waits for a database that is not listening yet", async () => {
    const proxy = createDatabaseProxy();
    const ownPort = await findFreePort();
    const opening = openDatabase(configFor({ host: "127.0.0.1", port: ownPort }), log);
    await sleep(100);
    proxy.listen(ownPort, "127.0.0.1");
    const opened = await opening;
    expect((await opened.pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
    await opened.close();
    proxy.close();
  });

  it("ends the wait for a database at a signal", async () => {
    const signal = Promise.withResolvers<string>();
    const own = configFor({ host: "127.0.0.1", port: await findFreePort() });
    const opening = openDatabase(own, log, signal.promise);
    await sleep(100);
    signal.resolve("SIGTERM");
    await expect(opening).rejects.toThrow("SIGTERM came while it waited for the database.");
  });

  describe.skipIf(pooler === null && maySkip)("through PgBouncer", () => {
    const port = Promise.withResolvers<number>();
    const proxy = createDatabaseProxy().listen(0, "127.0.0.1", () =>
      port.resolve((proxy.address() as AddressInfo).port),
    );
    afterAll(() => void proxy.close());

    async function pool(
      mode: "session" | "transaction",
      limit: { maxClients?: number; poolSize?: number } = {},
    ): Promise<PgBouncer> {
      if (pooler === null) {
        throw new Error("No pgbouncer is installed. Install it, or run without CI=true.");
      }
      const { user, password } = inject("testDatabaseServer");
      return startPgBouncer(pooler, mode, { port: await port.promise, user, password, ...limit });
    }

    it("opens the database when each client has a session of its own", async () => {
      await using pooled = await pool("session");
      const opened = await openDatabase(configFor({ host: "127.0.0.1", port: pooled.port }), log);
      await expect(opened.pool.query("select pg_sleep(5)")).rejects.toThrow("statement timeout");
      await opened.close();
    });

    it("makes do with the connections that it takes", async () => {
      await using pooled = await pool("session", { maxClients: 2 });
      const config = configFor({ host: "127.0.0.1", port: pooled.port });
      const opened = await openDatabase(config, log);
      const other = new pg.Client(config.databaseUrl ?? "");
      await other.connect();
      const running = Array.from({ length: 5 }, () => opened.pool.query("select pg_sleep(0.05)"));
      await expect(Promise.all(running)).resolves.toHaveLength(5);
      await other.end();
      await opened.close();
    });

    it("makes do with the sessions that it has, while it lets further connections wait", async () => {
      await using pooled = await pool("session", { poolSize: 3 });
      const config = { ...configFor({ host: "127.0.0.1", port: pooled.port }), databasePool: 10 };
      const opened = await openDatabase(config, log);
      const others = [new pg.Client(config.databaseUrl ?? ""), new pg.Client(config.databaseUrl ?? "")];
      for (const other of others) {
        await other.connect();
        await other.query("select 1");
      }
      const running = Array.from({ length: 50 }, () => opened.pool.query("select pg_sleep(0.01)"));
      await expect(Promise.all(running)).resolves.toHaveLength(50);
      const held = await opened.pool.connect();
      await expect(opened.pool.query("select 1")).rejects.toThrow(/pool of a pooler may be too small/);
      held.release();
      await Promise.all(others.map((other) => other.end()));
      await opened.close();
    });

    it("refuses when clients share sessions, and says what to do", async () => {
      await using pooled = await pool("transaction");
      const opening = openDatabase(configFor({ host: "127.0.0.1", port: pooled.port }), log);
      await expect(opening).rejects.toThrow(/share sessions.*pool_mode=session/);
    });
  });

  it("refuses an empty database of another encoding than UTF8, and says what to do", async () => {
    const name = "bowline_of_bytes";
    await database.pool.query(`DROP DATABASE IF EXISTS ${name}`);
    await database.pool.query(
      `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'SQL_ASCII' LOCALE_PROVIDER libc LOCALE 'C'`,
    );
    const config = configFor();
    const databaseUrl = config.databaseUrl?.replace(/\/[^/?]*\?/, `/${name}?`) ?? null;
    await expect(openDatabase({ ...config, databaseUrl }, log)).rejects.toThrow(
      /has the encoding SQL_ASCII.*CREATE DATABASE .* ENCODING 'UTF8' TEMPLATE template0/,
    );
    const client = new pg.Client({ connectionString: databaseUrl ?? "" });
    await client.connect();
    await client.query("CREATE TABLE company ()");
    await client.end();
    const warn = vi.spyOn(log, "warn");
    await (await openDatabase({ ...config, databaseUrl }, log)).close();
    expect(warn).toHaveBeenCalledWith({ encoding: "SQL_ASCII" }, expect.stringContaining("not in UTF8"));
    await database.pool.query(`DROP DATABASE ${name}`);
  });

  it.each([
    ["takes no changes", "SET default_transaction_read_only = on", /takes no changes.*standby/],
    [
      "lets the user create nothing",
      "SET ROLE = pg_monitor",
      /Make it the owner: ALTER DATABASE \w+ OWNER TO/,
    ],
    [
      "lacks the schema of its user",
      "SET search_path = nowhere",
      /search_path .* is nowhere.*no such schema\. Create it/,
    ],
  ])("refuses a database that %s, and says what to do", async (_, setting, message) => {
    const name = database.connectionConfig.database;
    const own = await createTestDatabase(log);
    await database.pool.query(`ALTER DATABASE ${own.connectionConfig.database} ${setting}`);
    const config = configFor();
    const databaseUrl =
      config.databaseUrl?.replace(`/${name}?`, `/${own.connectionConfig.database}?`) ?? null;
    await expect(openDatabase({ ...config, databaseUrl }, log)).rejects.toThrow(message);
    await own.drop();
  });

  it("refuses a dump that was restored as another user, and says what to do", async () => {
    const role = "bowline_of_no_tables";
    const own = await createTestDatabase(log);
    const { database: name } = own.connectionConfig;
    await own.pool.query(
      `DROP ROLE IF EXISTS ${role}; CREATE ROLE ${role}; GRANT CREATE ON DATABASE ${name} TO ${role};
       GRANT ALL ON SCHEMA public TO ${role}; ALTER DATABASE ${name} SET ROLE = ${role}`,
    );
    const config = configFor();
    const databaseUrl =
      config.databaseUrl?.replace(`/${database.connectionConfig.database}?`, `/${name}?`) ?? null;
    await expect(openDatabase({ ...config, databaseUrl }, log)).rejects.toThrow(
      /belong to another user than bowline_of_no_tables.*pg_restore --no-owner/,
    );
    await own.drop();
    await database.pool.query(`DROP ROLE ${role}`);
  });

  it("says what to do when the database takes no further connection", async () => {
    const role = "bowline_of_no_connection";
    const dropRole = () => database.pool.query(`DROP ROLE IF EXISTS ${role}`);
    await dropRole();
    await database.pool.query(`CREATE ROLE ${role} LOGIN PASSWORD 'x' CONNECTION LIMIT 0`);
    const config = configFor();
    const databaseUrl = config.databaseUrl?.replace(/\/\/[^@]*@/, `//${role}:x@`) ?? null;
    await expect(openDatabase({ ...config, databaseUrl }, log)).rejects.toThrow(
      /too many connections for role.*CONNECTION LIMIT.*BOWLINE_DATABASE_POOL/,
    );
    await dropRole();
  });

  it("says why the database refuses, without the password", async () => {
    const opening = openDatabase(configFor({ password: "canary" }), log);
    await expect(opening).rejects.toThrow(/cannot be used: password authentication failed/);
    await expect(opening).rejects.not.toThrow(/canary/);
  });

  it("says how to encrypt when the database wants that", async () => {
    const reason = 'no pg_hba.conf entry for host "10.0.0.1", user "a", database "b", no encryption';
    const fields = Buffer.from(`SFATAL\0C28000\0M${reason}\0\0`);
    const length = Buffer.alloc(4);
    length.writeInt32BE(fields.length + 4);
    const refusing = createServer((socket) =>
      socket.once("data", () => socket.end(Buffer.concat([Buffer.from("E"), length, fields]))),
    );
    const port = await findFreePort();
    refusing.listen(port, "127.0.0.1");
    const opening = openDatabase(configFor({ host: "127.0.0.1", port }), log);
    await expect(opening).rejects.toThrow(/no encryption.*add sslmode=verify-full to DATABASE_URL/);
    refusing.close();
  });

  it("reads dates, texts and transactions as it expects, whatever the defaults of the database are", async () => {
    const name = database.connectionConfig.database;
    const defaults = {
      datestyle: "German",
      standard_conforming_strings: "off",
      default_transaction_isolation: "serializable",
      lock_timeout: "1ms",
      idle_session_timeout: "1min",
      jit: "on",
    };
    for (const [setting, value] of Object.entries(defaults)) {
      await database.pool.query(`alter database ${name} set ${setting} = '${value}'`);
    }
    const opened = await openDatabase(configFor(), log);
    for (const { pool } of [opened, opened.background]) {
      const { rows } =
        await pool.query(String.raw`select timestamptz '2026-01-31 12:00Z' as date, '\d' as text,
        current_setting('transaction_isolation') as isolation, current_setting('lock_timeout') as lock,
        current_setting('idle_session_timeout') as idle, current_setting('jit') as jit`);
      const date = new Date("2026-01-31T12:00Z");
      const kept = { isolation: "read committed", lock: "0", idle: "0", jit: "off" };
      expect(rows).toEqual([{ date, text: "\\d", ...kept }]);
    }
    await opened.close();
    await database.pool.query(`alter database ${name} reset all`);
  });
});
