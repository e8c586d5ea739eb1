import { cp, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { createLogger } from "../log/logger.ts";
import { migrate } from "./migrate.ts";
import { prepareLongSession } from "./session-settings.ts";

const log = createLogger({ level: "silent", isTerminal: false });

describe("migrate", () => {
  let database: TestDatabase;
  let path: string;
  let folder: URL;

  beforeEach(async () => {
    database = await createTestDatabase();
    await database.pool.query("drop schema public cascade; create schema public");
    path = await mkdtemp(join(tmpdir(), "bowline-migrations-"));
    folder = pathToFileURL(`${path}/`);
    await writeFile(
      join(path, "0001-first.sql"),
      "create table visit (at timestamptz); select pg_sleep(0.05);",
    );
    await writeFile(join(path, "0002-second.sql"), "insert into visit values (now());");
  });

  afterEach(async () => {
    await database.drop();
    await rm(path, { recursive: true });
  });

  it("applies the files in their order and only once", async () => {
    expect(await migrate(database.pool, log, folder)).toEqual(["0001-first.sql", "0002-second.sql"]);
    expect(await migrate(database.pool, log, folder)).toEqual([]);
    expect((await database.pool.query("select from visit")).rowCount).toBe(1);
  });

  it("logs one line for an empty database, and each file of a later version", async () => {
    const lines: unknown[][] = [];
    const writeLine = (...line: unknown[]) => {
      lines.push(line);
    };
    const collecting = Object.assign(Object.create(log), { info: writeLine }) as typeof log;
    await migrate(database.pool, collecting, folder);
    expect(lines).toEqual([[{ migrations: 2 }, "database set up"]]);
    await writeFile(join(path, "0003-third.sql"), "create table third ();");
    await writeFile(join(path, "0004-fourth.sql"), "create table fourth ();");
    await migrate(database.pool, collecting, folder);
    expect(lines.slice(1)).toEqual([
      [{ migration: "0003-third.sql" }, "database migrated"],
      [{ migration: "0004-fourth.sql" }, "database migrated"],
    ]);
  });

  it("applies each file once when four servers start on one empty database", async () => {
    const pools = Array.from({ length: 4 }, () => new pg.Pool({ ...database.connectionConfig, max: 1 }));
    for (const pool of pools) {
      // The database may be removed before it has seen that a client ended.
      pool.on("error", () => undefined);
    }
    const applied = await Promise.all(pools.map((pool) => migrate(pool, log, folder)));
    await Promise.all(pools.map((pool) => pool.end()));
    expect(applied.flat().sort()).toEqual(["0001-first.sql", "0002-second.sql"]);
    expect((await database.pool.query("select from visit")).rowCount).toBe(1);
  });

  it("rolls back a file that fails, and keeps the files before it", async () => {
    await writeFile(join(path, "0003-third.sql"), "create table half (); select 1 / 0;");
    await expect(migrate(database.pool, log, folder)).rejects.toThrow("division by zero");
    const { rows } = await database.pool.query(
      "select number from migration union select 99 where to_regclass('half') is not null",
    );
    expect(rows.map(({ number }) => number).sort()).toEqual([1, 2]);
    await writeFile(join(path, "0003-third.sql"), "create table whole ();");
    expect(await migrate(database.pool, log, folder)).toEqual(["0003-third.sql"]);
  });

  it("fails when the database ends the connection, and does not end the process by that", async () => {
    await writeFile(join(path, "0003-third.sql"), "select pg_terminate_backend(pg_backend_pid());");
    const pool = new pg.Pool({ ...database.connectionConfig, max: 1, onConnect: prepareLongSession });
    pool.on("error", () => {});
    await expect(migrate(pool, log, folder)).rejects.toThrow("terminat");
    await pool.end();
    expect((await database.pool.query("select number from migration")).rowCount).toBe(2);
  });

  it("refuses a database that a newer server migrated", async () => {
    await migrate(database.pool, log, folder);
    await rm(join(path, "0002-second.sql"));
    await expect(migrate(database.pool, log, folder)).rejects.toThrow(
      /newer version of Bowline \(it has 0002-second.sql\)/,
    );
  });

  it("refuses a file that was changed after it had been applied", async () => {
    await migrate(database.pool, log, folder);
    await writeFile(join(path, "0001-first.sql"), "create table visit (at date);");
    await expect(migrate(database.pool, log, folder)).rejects.toThrow(/0001-first.sql was changed/);
  });

  it("does not treat Windows line ends as a change", async () => {
    await writeFile(join(path, "0003-third.sql"), "select 1;\nselect 2;\n");
    await migrate(database.pool, log, folder);
    await writeFile(join(path, "0003-third.sql"), "select 1;\r\nselect 2;\r\n");
    expect(await migrate(database.pool, log, folder)).toEqual([]);
  });

  it("applies a number that was missing before, and refuses a number used twice", async () => {
    await cp(join(path, "0002-second.sql"), join(path, "0004-fourth.sql"));
    await migrate(database.pool, log, folder);
    await cp(join(path, "0002-second.sql"), join(path, "0003-third.sql"));
    expect(await migrate(database.pool, log, folder)).toEqual(["0003-third.sql"]);
    await cp(join(path, "0002-second.sql"), join(path, "0003-again.sql"));
    await expect(migrate(database.pool, log, folder)).rejects.toThrow(/number of another/);
  });
});
