import { randomBytes } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hireActor } from "../support/actors.ts";
import { connect, execute, importDownstream } from "../support/applications.ts";
import { type ApiResponse, type Caller, createKeyCaller, refuse, succeed } from "../support/caller.ts";
import { type Downstream, startDownstream } from "../support/downstream.ts";
import { type OutsideDatabase, startOutsideDatabase } from "../support/outside-database.ts";
import { describeOwnServer } from "../support/own-server.ts";
import { proves } from "../support/proves.ts";
import type { ExecuteResponse, Execution, ListOf } from "../support/records.ts";
import { type SilentProxy, startSilentProxy } from "../support/silent-proxy.ts";
import { type StartedServer, startServer } from "../support/start-server.ts";

/** More than the lists below skip, and than lists count. */
const olderRecords = 110_000;
const listersPerNode = 2;
const callsPerNode = 8;

describeOwnServer("three servers on one database", () => {
  let downstream: Downstream;
  let database: OutsideDatabase;
  let proxy: SilentProxy;
  let servers: StartedServer[];
  /** One member, at each server. */
  let callers: Caller[];
  let admin: Caller;
  /** The list of the history before there were older records. */
  let short: ApiResponse;
  let tool: string;

  beforeAll(async () => {
    downstream = await startDownstream();
    database = await startOutsideDatabase();
    proxy = await startSilentProxy({ host: "127.0.0.1", port: database.port });
    const masterKey = randomBytes(32).toString("base64");
    const start = (url: string) => startServer({ DATABASE_URL: url, BOWLINE_MASTER_KEY: masterKey });
    const first = await start(database.url);
    const others = await Promise.all([start(database.url), start(proxy.replaceHost(database.url))]);
    servers = [first, ...others];
    admin = createKeyCaller(first.adminApiKey, first);
    const application = await importDownstream(downstream, { admin });
    const actor = await hireActor({ admin, target: first });
    await connect(actor, application, { isDefault: true });
    callers = servers.map((server) => createKeyCaller(actor.apiKey, server));
    tool = application.tool("list_items");
    await Promise.all(callers.map((caller) => execute(caller, tool)));
    short = await admin.get("/v1/executions", { top: 1 });
    await addOlderRecords(database.url, actor.accountUserId);
  });
  afterAll(async () => {
    await Promise.all((servers ?? []).map((server) => server[Symbol.asyncDispose]()));
    proxy?.close();
    await database?.[Symbol.asyncDispose]();
    await downstream?.stop();
  });

  /**
   * Executes so many times at one server, one after another. On a busy machine, a call may wait for the database for too long; it is
   * then refused, and made again.
   */
  async function run(caller: Caller, count: number): Promise<number[]> {
    const ids: number[] = [];
    for (let refused = 0; ids.length < count; ) {
      const response = await caller.post(`/v1/tools/${tool}/execute`, {});
      if (response.status === 500) {
        refused++;
        expect(refused).toBeLessThan(count);
        continue;
      }
      const { isSuccess, historyId } = await succeed<ExecuteResponse>(Promise.resolve(response));
      expect(isSuccess).toBe(true);
      ids.push(historyId ?? 0);
    }
    return ids;
  }

  test(
    "count a short history exactly, and a long one by an estimate",
    proves("history.count.exact", "history.count.estimate"),
    async () => {
      expect(short.headers["x-bowline-total-count"]).toBeUndefined();
      expect(short.body).toMatchObject({ totalCount: callers.length });
      const estimated = await admin.get("/v1/executions", { top: 1 });
      expect(estimated.headers["x-bowline-total-count"]).toBe("estimate");
      const { totalCount } = await succeed<ListOf<Execution>>(Promise.resolve(estimated));
      expect(totalCount).toBeGreaterThan(100_000);
      expect(totalCount).toBeLessThan(1.2 * olderRecords);
    },
  );

  test(
    "execute while clients list a long history on all of them",
    proves("nodes.reading", "nodes.history-ids"),
    async () => {
      let isOver = false;
      const statuses: number[] = [];
      const listers = callers.flatMap((caller) =>
        Array.from({ length: listersPerNode }, async (_, index) => {
          while (!isOver) {
            const offset = index * 100_000;
            statuses.push((await caller.get("/v1/executions", { top: 200, offset })).status);
          }
        }),
      );
      const ids = await Promise.all(callers.map((caller) => run(caller, callsPerNode)));
      isOver = true;
      await Promise.all(listers);
      // A list may take too long, but it is never an error of another kind.
      expect(statuses.filter((status) => status !== 200 && status !== 500)).toEqual([]);
      expect(statuses).toContain(200);
      const all = ids.flat();
      expect(new Set(all).size).toBe(callers.length * callsPerNode);
      for (const id of [...all.slice(0, 3), ...all.slice(-3)]) {
        expect(await succeed<Execution>((callers[0] as Caller).get(`/v1/executions/${id}`))).toMatchObject({
          historyId: id,
          toolSlug: tool,
        });
      }
    },
  );

  test("continue when one of them loses sight of the database", proves("nodes.silent"), async () => {
    const [first, second, cutOff] = callers;
    if (!first || !second || !cutOff) {
      throw new Error("A server is missing.");
    }
    proxy.silence();
    const refused: Promise<ApiResponse>[] = [cutOff.get("/v1/executions"), cutOff.get("/v1/toolsets")];
    const ids = await Promise.all([run(first, callsPerNode), run(second, callsPerNode)]);
    expect(new Set(ids.flat()).size).toBe(2 * callsPerNode);
    await Promise.all(refused.map((pending) => refuse(pending, "INTERNAL_ERROR")));
    proxy.speak();
    const isBack = async () => (await cutOff.post(`/v1/tools/${tool}/execute`, {})).status;
    await expect.poll(isBack, { interval: 500 }).toBe(200);
    const { historyId } = await succeed<ExecuteResponse>(cutOff.post(`/v1/tools/${tool}/execute`, {}));
    const { items } = await succeed<ListOf<Execution>>(first.get("/v1/executions", { top: 5 }));
    expect(items.map((record) => record.historyId)).toContain(historyId);
  });
});

async function addOlderRecords(databaseUrl: string, accountUserId: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  // Without the triggers that count: they take four fifths of the time, and no test here reads a summary.
  await client.query("set session_replication_role = replica");
  await client.query(
    `insert into execution (history_id, company_id, account_user_id, tool_slug, application_slug, resolved_by, source,
       is_success, request_id, is_output_cut, created_date)
     select 1000000 + id, company_id, account_user_id, 'old_tool', 'old', 'none', 'api', true, 'r', false,
       now() - interval '1 day'
     from account_user, generate_series(1, $2::integer) as id where account_user_id = $1`,
    [accountUserId, olderRecords],
  );
  await client.query("analyze execution");
  await client.end();
}
