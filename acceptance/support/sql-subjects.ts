import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import pg from "pg";
import { writeCertificate } from "./encrypt-database.ts";
import { type MadeCertificate, makeCertificate } from "./make-certificate.ts";
import { startOutsideDatabase } from "./outside-database.ts";
import { isMariaDbMissing, startOutsideMariaDb } from "./outside-mariadb.ts";
import type { JsonObject } from "./records.ts";

type Rows = Record<string, unknown>[];

/** A database with the tables `orders`, of 3001 rows, and `marks`. */
export interface SqlSubject {
  /** Fields of a connection that only reads and does not encrypt. */
  fields: JsonObject;
  accountLabel: string;
  /** Runs statements as a user who may do everything. Returns the last one's rows. */
  ask(...statements: string[]): Promise<Rows>;
  /** Null: it is a file. */
  server: SqlServer | null;
  close(): Promise<void>;
}

/** A database that is reached over the network. */
export interface SqlServer {
  /** It signed the server's certificate. */
  authority: MadeCertificate;
  start(): Promise<void>;
  stop(): Promise<void>;
  /** A statement that takes ten minutes. */
  sleep: string;
  /** A statement that counts those that sleep, as `n`. */
  countSleeping: string;
  /** A query whose `isEncrypted` is 1 or 0 for the connection that runs it. */
  isEncrypted: string;
}

export interface SqlKind {
  /** The first part of its requirements' ids. */
  id: "sql" | "mysql" | "sqlite";
  dialect: "postgresql" | "mysql" | "sqlite";
  isMissing: boolean;
  isFile: boolean;
  quote: '"' | "`";
  /** For the first value of a statement that the server builds, and of one of the caller's own. */
  placeholders: { built: string; own: string };
  start(options: { password: string; folder: string }): Promise<SqlSubject>;
}

/** In the order of their code points: a letter, a character below U+FFFF, one above. */
const marks = [
  [1, "\u{1F600}", "9007199254740993"],
  [2, "\uFF5E", "5"],
  [3, "a", "-9007199254740993"],
] as const;
const insertMarks = `INSERT INTO marks VALUES ${marks.map(([id, note, big]) => `(${id}, '${note}', ${big})`).join(", ")}, (4, NULL, NULL)`;

export const sqlKinds: readonly SqlKind[] = [
  {
    id: "sql",
    dialect: "postgresql",
    isMissing: false,
    isFile: false,
    quote: '"',
    placeholders: { built: "$1", own: "$1" },
    start: startPostgresql,
  },
  {
    id: "mysql",
    dialect: "mysql",
    isMissing: isMariaDbMissing,
    isFile: false,
    quote: "`",
    placeholders: { built: "?", own: "?" },
    start: startMariaDb,
  },
  {
    id: "sqlite",
    dialect: "sqlite",
    isMissing: false,
    isFile: true,
    quote: '"',
    placeholders: { built: "?1", own: "$1" },
    start: createFile,
  },
];

async function startPostgresql({ password }: { password: string }): Promise<SqlSubject> {
  const database = await startOutsideDatabase({ isBare: true });
  const { hostname, port } = new URL(database.url);
  const ask = async (...statements: string[]) => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    let rows: Rows = [];
    for (const statement of statements) {
      ({ rows } = await client.query<Record<string, unknown>>(statement));
    }
    await client.end();
    return rows;
  };
  const authority = makeCertificate("authority");
  await writeCertificate(database.dataFolder, makeCertificate("database", authority));
  await ask(
    "ALTER SYSTEM SET ssl = on",
    "SELECT pg_reload_conf()",
    "CREATE TABLE orders (id int PRIMARY KEY, customer text, total numeric(10,2), placed timestamptz)",
    `INSERT INTO orders SELECT n, 'customer ' || n, n, '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 minute'
      FROM generate_series(1, 3000) n`,
    "INSERT INTO orders VALUES (3001, NULL, NULL, NULL)",
    "CREATE TABLE marks (id int PRIMARY KEY, note text, big bigint)",
    insertMarks,
    `CREATE ROLE keeper LOGIN PASSWORD ${pg.escapeLiteral(password)}`,
    "GRANT ALL ON orders, marks TO keeper",
    "ALTER DEFAULT PRIVILEGES GRANT ALL ON TABLES TO keeper",
  );
  return {
    fields: {
      host: hostname,
      port: Number(port),
      database: "bowline",
      user: "keeper",
      password,
      sslMode: "disable",
    },
    accountLabel: "keeper@bowline",
    ask,
    server: {
      authority,
      start: database.start,
      stop: database.stop,
      sleep: "SELECT pg_sleep(600)",
      countSleeping:
        "SELECT count(*)::int AS n FROM pg_stat_activity WHERE usename = 'keeper' AND wait_event = 'PgSleep'",
      isEncrypted: `SELECT ssl::int AS "isEncrypted" FROM pg_stat_ssl WHERE pid = pg_backend_pid()`,
    },
    close: () => database[Symbol.asyncDispose](),
  };
}

async function startMariaDb({ password }: { password: string }): Promise<SqlSubject> {
  const authority = makeCertificate("authority");
  const database = await startOutsideMariaDb(makeCertificate("mysql", authority));
  await database.query(
    "CREATE DATABASE shop CHARACTER SET utf8mb4",
    "CREATE TABLE shop.orders (id int PRIMARY KEY, customer varchar(100), total decimal(10,2), placed timestamp NULL)",
    "SET time_zone = '+00:00'",
    "INSERT INTO shop.orders SELECT seq, CONCAT('customer ', seq), seq, '2026-01-01' + INTERVAL seq MINUTE FROM shop.seq_1_to_3000",
    "INSERT INTO shop.orders VALUES (3001, NULL, NULL, NULL)",
    "CREATE TABLE shop.marks (id int PRIMARY KEY, note varchar(20), big bigint)",
    "USE shop",
    "SET NAMES utf8mb4",
    insertMarks,
    `CREATE USER keeper IDENTIFIED BY '${password}'`,
    "GRANT ALL ON shop.* TO keeper",
  );
  return {
    fields: {
      host: "127.0.0.1",
      port: database.port,
      database: "shop",
      user: "keeper",
      password,
      sslMode: "disable",
    },
    accountLabel: "keeper@shop",
    ask: (...statements) => database.query("USE shop", ...statements),
    server: {
      authority,
      start: database.start,
      stop: database.stop,
      sleep: "SELECT SLEEP(600) + 0 AS bowline_sleeps",
      countSleeping:
        "SELECT COUNT(*) AS n FROM information_schema.PROCESSLIST WHERE USER = 'keeper' AND INFO LIKE '%bowline_sleeps%'",
      isEncrypted:
        "SELECT VARIABLE_VALUE <> '' AS isEncrypted FROM information_schema.SESSION_STATUS WHERE VARIABLE_NAME = 'Ssl_cipher'",
    },
    close: () => database[Symbol.asyncDispose](),
  };
}

async function createFile({ folder }: { folder: string }): Promise<SqlSubject> {
  const path = join(folder, "common.db");
  const ask = async (...statements: string[]) => {
    const database = new DatabaseSync(path);
    const rows = statements.map((statement) => database.prepare(statement).all());
    database.close();
    return rows.at(-1) ?? [];
  };
  await ask(
    "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer TEXT, total REAL, placed TEXT)",
    `WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 3000)
      INSERT INTO orders SELECT n, 'customer ' || n, n, strftime('%Y-%m-%dT%H:%M:%SZ', '2026-01-01', n || ' minutes') FROM c`,
    "INSERT INTO orders VALUES (3001, NULL, NULL, NULL)",
    "CREATE TABLE marks (id INTEGER PRIMARY KEY, note TEXT, big INTEGER)",
    insertMarks,
  );
  return {
    fields: { file: "common.db" },
    accountLabel: "common.db",
    ask,
    server: null,
    close: () => Promise.resolve(),
  };
}
