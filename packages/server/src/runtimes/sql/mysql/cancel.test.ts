import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  isMariaDbMissing,
  type MysqlDatabase,
  startMysqlDatabase,
} from "../../../../testing/mysql-database.ts";
import { type Egress, openEgress } from "../../../egress/egress.ts";
import { openRuntimes } from "../../runtimes.ts";

describe.skipIf(isMariaDbMissing)("a call of MySQL that is canceled", () => {
  let database: MysqlDatabase;
  let egress: Egress;

  beforeAll(async () => {
    database = await startMysqlDatabase();
    egress = openEgress({ allowedPrivateNetworks: ["127.0.0.0/8"] });
  });

  afterAll(async () => {
    await database?.close();
    await egress?.close();
  });

  const countRunning = async () => {
    const text =
      "SELECT count(*) AS n FROM information_schema.processlist WHERE user = 'reader' AND info LIKE '%300%'";
    const [row] = await database.query(text);
    return Number(row?.n);
  };

  it("ends at the database, too", { timeout: 120_000 }, async () => {
    await database.query("GRANT SELECT ON shop.* TO reader");
    const { port, name, user, password } = database;
    const variables = { host: "127.0.0.1", port, database: name, user, password, sslMode: "disable" };
    const access = {
      serverUrl: "mysql://{host}:{port}",
      variables,
      placements: [],
      secretValues: [password],
    };
    const stop = new AbortController();
    const sent = openRuntimes(egress, { folder: null, onReport: () => {} })
      .compile({ kind: "sql", dialect: "mysql", operation: "read_query" })
      .prepare(access, { sql: "SELECT SLEEP(300)" })
      .send({ timeoutMs: 300_000, maxBytes: 1_000_000, mayRepeat: false, signal: stop.signal });
    await expect.poll(countRunning, { timeout: 60_000 }).toBe(1);
    stop.abort();
    expect(await sent).toMatchObject({ isSuccess: false, message: "The call was canceled." });
    await expect.poll(countRunning, { timeout: 60_000 }).toBe(0);
  });
});
