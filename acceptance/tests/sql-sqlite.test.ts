import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import { theAdmin, uniqueName } from "../support/actors.ts";
import { execute } from "../support/applications.ts";
import { refuse, succeed } from "../support/caller.ts";
import { describeOwnServer, type OwnServer, useOwnServer } from "../support/own-server.ts";
import { proves } from "../support/proves.ts";
import type { Application, Connection, ImportResult, JsonObject } from "../support/records.ts";

const slug = "files";
const settings: Record<string, string> = {};
let folder: string;
let outside: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "bowline-sqlite-"));
  outside = await mkdtemp(join(tmpdir(), "bowline-outside-"));
  settings.BOWLINE_SQLITE_DIR = folder;
  create(
    join(folder, "shop.db"),
    `CREATE TABLE orders (id INTEGER PRIMARY KEY, customer TEXT, total REAL);
    WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c LIMIT 3000)
      INSERT INTO orders SELECT n, 'customer ' || n, n FROM c;
    INSERT INTO orders VALUES (3001, NULL, NULL)`,
  );
});

afterAll(async () => {
  await rm(folder, { recursive: true });
  await rm(outside, { recursive: true });
});

function create(path: string, sql: string): void {
  const database = new DatabaseSync(path);
  database.exec(sql);
  database.close();
}

describeOwnServer("SQLite", () => {
  const own = useOwnServer(settings);
  let connectionId: number;
  let writingId: number;

  beforeAll(async () => {
    await succeed<ImportResult>(
      own.admin.post("/v1/applications", { source: "sql", slug, dialect: "sqlite" }),
    );
    ({ connectionId } = await connect(own, {}));
    ({ connectionId: writingId } = await connect(own, { readOnly: false }));
  });

  const run = (operation: string, { connectionId: id = connectionId, ...body }: JsonObject, query = {}) =>
    execute(own.admin, `${slug}_${operation}`, body, { connectionId: Number(id), ...query });
  const runQuery = (sql: string, connectionId?: number) =>
    run("run_query", { fields: { sql }, ...(connectionId !== undefined && { connectionId }) });

  test("connections name a file", proves("sqlite.fields"), async () => {
    const { name, authentications } = await succeed<Application>(own.admin.get(`/v1/applications/${slug}`));
    expect(name).toBe("SQLite");
    expect(authentications).toMatchObject([
      {
        type: "custom",
        fields: [
          { fieldName: "file", required: true },
          { fieldName: "readOnly", default: "true" },
        ],
      },
    ]);
    const { accountLabel } = await connect(own, {});
    expect(accountLabel).toBe("shop.db");
  });

  test("files that cannot be used are refused", proves("sqlite.file"), async () => {
    create(join(outside, "secret.db"), "CREATE TABLE secret (a)");
    await symlink(join(outside, "secret.db"), join(folder, "link.db"));
    await symlink(outside, join(folder, "linked"));
    await mkdir(join(folder, "sub"));
    for (const file of [
      "none.db",
      "../secret.db",
      join(outside, "secret.db"),
      "link.db",
      "linked/secret.db",
      "sub",
      "",
    ]) {
      const body = await connectionBody(own, { file });
      const refused = await refuse(own.admin.post("/v1/connections", body), "VALIDATION_ERROR");
      expect(JSON.stringify(refused)).not.toContain(folder);
    }
    create(join(folder, "later.db"), "CREATE TABLE a (b)");
    const { connectionId: id } = await connect(own, { file: "later.db" });
    await rm(join(folder, "later.db"));
    await symlink(join(outside, "secret.db"), join(folder, "later.db"));
    const replaced = await run("list_tables", { connectionId: id, fields: {} });
    expect(replaced).toMatchObject({ isSuccess: false, errorMessage: expect.stringContaining("link") });
  });

  test("a file that is only read is not changed", proves("sqlite.unchanged"), async () => {
    const before = await readFile(join(folder, "shop.db"));
    for (const sql of ["DELETE FROM orders", "DROP TABLE orders", "CREATE TEMP TABLE x (a)"]) {
      expect(await runQuery(sql)).toMatchObject({ isSuccess: false });
    }
    expect(await readFile(join(folder, "shop.db"))).toEqual(before);
  });

  test("a statement is confined to the file", proves("sqlite.confined"), async () => {
    create(join(outside, "other.db"), "CREATE TABLE secret (a)");
    for (const sql of [
      `ATTACH '${join(outside, "other.db")}' AS other`,
      `VACUUM INTO '${join(folder, "copy.db")}'`,
      "SELECT load_extension('/tmp/never.so')",
      "PRAGMA writable_schema = ON",
      "PRAGMA database_list",
      "COMMIT",
      "SELECT 1; SELECT 2",
    ]) {
      for (const id of [connectionId, writingId]) {
        expect(await runQuery(sql, id), sql).toMatchObject({ isSuccess: false });
      }
    }
  });

  test("a file that is locked or damaged says so", proves("sqlite.locked"), async () => {
    await writeFile(join(folder, "text.db"), "This is no database, although its name says so. ".repeat(50));
    const { connectionId: id } = await connect(own, { file: "text.db" });
    expect((await run("list_tables", { fields: {}, connectionId: id })).errorMessage).toContain(
      "no SQLite database",
    );
    const other = new DatabaseSync(join(folder, "shop.db"));
    other.exec("BEGIN EXCLUSIVE");
    expect((await runQuery("SELECT * FROM orders")).errorMessage).toContain("locked");
    other.close();
    expect((await runQuery("SELECT 1 AS one")).output).toMatchObject({ rows: [{ one: 1 }] });
  });
});

describeOwnServer("SQLite with little time", () => {
  const limited: Record<string, string> = { BOWLINE_TOOL_TIMEOUT_MS: "3000" };
  beforeAll(() => {
    limited.BOWLINE_SQLITE_DIR = folder;
  });
  const own = useOwnServer(limited);

  test("a statement that never ends is ended", proves("sqlite.time-limit"), async () => {
    await succeed(own.admin.post("/v1/applications", { source: "sql", slug, dialect: "sqlite" }));
    const { connectionId } = await connect(own, {});
    const sql = "WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c";
    const endless = execute(own.admin, `${slug}_run_query`, { fields: { sql } }, { connectionId });
    let isOver = false;
    void endless.finally(() => {
      isOver = true;
    });
    let count = 0;
    while (!isOver) {
      await succeed(own.admin.get("/v1/auth/whoami"));
      count++;
    }
    expect(count).toBeGreaterThan(1);
    expect(await endless).toMatchObject({
      isSuccess: false,
      errorMessage: expect.stringContaining("3000 ms"),
    });
    const fields = { table: "orders" };
    const describeTable = () => execute(own.admin, `${slug}_describe_table`, { fields }, { connectionId });
    // A new process opens the file, which may take longer than the time limit on a busy machine.
    await expect.poll(async () => (await describeTable()).isSuccess).toBe(true);
  });
});

test("without a folder no file can be named", proves("sqlite.no-folder"), async () => {
  const admin = theAdmin();
  const unset = uniqueName("sqlite");
  await succeed(admin.post("/v1/applications", { source: "sql", slug: unset, dialect: "sqlite" }));
  const { authentications } = await succeed<Application>(admin.get(`/v1/applications/${unset}`));
  const body = {
    applicationSlug: unset,
    authenticationId: authentications[0]?.authenticationId,
    fields: { file: "shop.db" },
  };
  const refused = await refuse(admin.post("/v1/connections", body), "VALIDATION_ERROR");
  expect(JSON.stringify(refused)).toContain("BOWLINE_SQLITE_DIR");
});

async function connectionBody({ admin }: OwnServer, fields: JsonObject): Promise<JsonObject> {
  const { authentications } = await succeed<Application>(admin.get(`/v1/applications/${slug}`));
  return {
    applicationSlug: slug,
    authenticationId: authentications[0]?.authenticationId,
    fields: { file: "shop.db", ...fields },
  };
}

const connect = async (own: OwnServer, fields: JsonObject): Promise<Connection> =>
  succeed<Connection>(own.admin.post("/v1/connections", await connectionBody(own, fields)));
