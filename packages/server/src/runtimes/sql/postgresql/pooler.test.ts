import type { SqlOperation } from "@bowline/catalog";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readOutput, readRefusal } from "../../../../testing/read-outcome.ts";
import { createSqlDatabase, type SqlDatabase } from "../../../../testing/sql-database.ts";
import { findPgBouncerProgram, startPgBouncer } from "../../../../testing/start-pgbouncer.ts";
import { type Egress, openEgress } from "../../../egress/egress.ts";
import { openRuntimes, type Runtimes } from "../../runtimes.ts";

const program = findPgBouncerProgram();
const maySkip = process.env.CI !== "true";

describe.skipIf(program === null && maySkip)("a database behind PgBouncer", () => {
  let database: SqlDatabase;
  let egress: Egress;
  let runtimes: Runtimes;

  beforeAll(async () => {
    database = await createSqlDatabase();
    const { owner, user, name } = database;
    await owner.query(
      `CREATE TABLE notes (id int PRIMARY KEY, at timestamptz); GRANT ALL ON notes TO ${user};
       ALTER DATABASE ${name} SET TimeZone = 'Asia/Tokyo'; ALTER DATABASE ${name} SET IntervalStyle = 'postgres'`,
    );
    egress = openEgress({ allowedPrivateNetworks: ["127.0.0.0/8"] });
    runtimes = openRuntimes(egress, { folder: null, onReport: () => {} });
  });

  afterAll(async () => {
    await database?.close();
    await egress?.close();
  });

  it.each(["session", "transaction"] as const)("is read and written in the mode %s", async (mode) => {
    const { name, user, password } = database;
    const pooled = { port: Number(database.port), user, password };
    await using pooler = await startPgBouncer(program ?? "", mode, pooled);
    const call = (operation: SqlOperation, input: object, readOnly = "true") => {
      const own = { host: "127.0.0.1", port: String(pooler.port), database: name, user, password };
      const variables = { ...own, sslMode: "disable", readOnly };
      const access = { serverUrl: "postgresql://{host}:{port}", variables, placements: [], secretValues: [] };
      const tool = runtimes.compile({ kind: "sql", dialect: "postgresql", operation });
      return tool
        .prepare(access, { ...input })
        .send({ timeoutMs: 60_000, maxBytes: 1_000_000, mayRepeat: false });
    };
    expect(await readOutput(call("list_tables", {}))).toMatchObject({ tables: [{ name: "notes" }] });
    const rows = [{ id: 1, at: "2026-01-02T03:04:05" }];
    expect(await readOutput(call("insert_rows", { table: "notes", rows }, "false"))).toEqual({
      affectedRows: 1,
      rows: [{ id: 1, at: "2026-01-02T03:04:05Z" }],
    });
    const sql = "SELECT at, interval '1 day' AS day, '\\x00ff'::bytea AS bytes FROM notes";
    expect(await readOutput(call("read_query", { sql }))).toEqual({
      rows: [{ at: "2026-01-02T03:04:05Z", day: "P1D", bytes: "AP8=" }],
    });
    expect(
      await readRefusal(
        call("delete_rows", { table: "notes", where: [{ column: "id", operator: "eq", value: 1 }] }),
      ),
    ).toMatchObject({
      kind: "downstreamRefused",
    });
    await database.owner.query("TRUNCATE notes");
  });
});
