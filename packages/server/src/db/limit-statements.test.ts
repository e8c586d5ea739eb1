import { execFileSync } from "node:child_process";
import pg from "pg";
import { expect, test } from "vitest";
import { createTestDatabase } from "../../testing/test-database.ts";
import { limitStatements } from "./limit-statements.ts";

const limitMs = 50;

/** Holds this process up until the database has responded to a session's statement, and for longer than the limit. */
function holdUp(connection: pg.ClientConfig, processId: number, statement: string): void {
  const program = `
    import pg from "pg";
    const client = new pg.Client(${JSON.stringify(connection)});
    await client.connect();
    const read = "select from pg_stat_activity where pid = $1 and query = $2 and state = 'idle'";
    while ((await client.query(read, [${processId}, ${JSON.stringify(statement)}])).rows.length === 0);
    await client.query("select pg_sleep($1)", [${(4 * limitMs) / 1000}]);
    await client.end();`;
  const flags = ["--input-type=module", "--eval", program];
  execFileSync(process.execPath, flags, { cwd: import.meta.dirname, stdio: "inherit" });
}

test("a result that arrived in time is taken, also when this process was held up for longer than the limit", async () => {
  const database = await createTestDatabase();
  const client = new pg.Client(database.connectionConfig);
  await client.connect();
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  limitStatements(client, limitMs);
  const statement = "select 1 as one";
  const result = client.query(statement);
  holdUp(database.connectionConfig, rows[0]?.pid ?? 0, statement);
  expect((await result).rows).toEqual([{ one: 1 }]);
  expect(client.connection.stream.destroyed).toBe(false);
  await client.end();
  await database.drop();
});
