import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { AcknowledgedWork } from "../support/acknowledged-work.ts";
import { type Actor, hireActor } from "../support/actors.ts";
import { connect, execute, type ImportedApplication, importDownstream } from "../support/applications.ts";
import { type Caller, createKeyCaller, refuse, succeed } from "../support/caller.ts";
import { type Downstream, startDownstream } from "../support/downstream.ts";
import { type OutsideDatabase, startOutsideDatabase } from "../support/outside-database.ts";
import { describeOwnServer } from "../support/own-server.ts";
import { proves } from "../support/proves.ts";
import type { ErrorEnvelope, ExecuteResponse, Execution, ListOf } from "../support/records.ts";
import { type SilentProxy, startSilentProxy } from "../support/silent-proxy.ts";
import { type StartedServer, startServer } from "../support/start-server.ts";

describeOwnServer("a database that is large, busy or does not respond", () => {
  let downstream: Downstream;
  let database: OutsideDatabase;
  let proxy: SilentProxy;
  let server: StartedServer;
  let admin: Caller;
  let application: ImportedApplication;
  let actor: Actor;
  let client: pg.Client;

  beforeAll(async () => {
    downstream = await startDownstream();
    database = await startOutsideDatabase();
    proxy = await startSilentProxy(database.url);
    server = await startServer({
      DATABASE_URL: proxy.url,
      BOWLINE_MASTER_KEY: randomBytes(32).toString("base64"),
    });
    admin = createKeyCaller(server.adminApiKey, server);
    application = await importDownstream(downstream, { admin });
    actor = await hireActor({ admin, target: server });
    await connect(actor, application, { isDefault: true });
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
  });
  afterAll(async () => {
    await client?.end();
    await server?.[Symbol.asyncDispose]();
    await proxy?.[Symbol.asyncDispose]();
    await database?.[Symbol.asyncDispose]();
    await downstream?.stop();
  });

  test("a stored response is encrypted in the database", proves("idempotency.sealed"), async () => {
    const headers = { "idempotency-key": randomUUID() };
    const fields = { title: "sealed" };
    const path = `/v1/tools/${application.tool("create_item")}/execute`;
    const { output } = await succeed<ExecuteResponse>(actor.post(path, { fields }, { headers }));
    expect(output).toEqual({ created: true });
    const { rows } = await client.query("select idempotency_key::text as row from idempotency_key");
    expect(rows).toHaveLength(1);
    const hex = Buffer.from("isSuccess").toString("hex");
    expect(rows[0].row).not.toMatch(new RegExp(`isSuccess|created|${hex}`));
  });

  test(
    "lists that wait for the database fail after 5 seconds, while executions continue",
    proves("growth.reading.limit", "growth.reading.apart"),
    async () => {
      await execute(actor, application.tool("list_items"));
      await client.query("begin; lock table toolset in access exclusive mode");
      let ended = 0;
      const lists = Array.from({ length: 24 }, async () => {
        const start = performance.now();
        await refuse(actor.get("/v1/toolsets"), "INTERNAL_ERROR");
        ended++;
        return performance.now() - start;
      });
      await delay(500);
      let count = 0;
      while (count < 20 && ended === 0) {
        const { historyId } = await execute(actor, application.tool("list_items"));
        expect(historyId).toBeGreaterThan(0);
        count++;
      }
      // One that waited for the lists would be the first and the last.
      expect(count).toBeGreaterThan(1);
      const times = await Promise.all(lists);
      await client.query("rollback");
      expect(Math.max(...times)).toBeLessThan(20_000);
      await succeed(actor.get("/v1/toolsets"));
    },
  );

  test("a key whose claim was lost while the database did not respond can be used again", {
    timeout: 120_000,
    ...proves("idempotency.lost-claim"),
  }, async () => {
    downstream.forget();
    const headers = { "idempotency-key": randomUUID() };
    const path = `/v1/tools/${application.tool("create_item")}/execute`;
    const attempt = () => actor.post(path, { fields: { title: "once" } }, { headers });
    proxy.silence();
    await refuse(attempt(), "INTERNAL_ERROR");
    proxy.speak();
    await expect.poll(async () => (await attempt()).status, { timeout: 60_000, interval: 500 }).toBe(200);
    expect(downstream.requests.map(({ method }) => method)).toEqual(["POST"]);
  });

  test("calls end within seconds while the database does not respond, and acknowledged work is stored exactly once", {
    timeout: 240_000,
    ...proves("growth.silent.refused", "growth.silent.recovers"),
  }, async () => {
    downstream.forget();
    const work = new AcknowledgedWork(application);
    const waitForWork = async (count: number) => {
      const wanted = work.count + count;
      while (work.count < wanted) {
        await delay(20);
      }
    };
    work.begin(actor);
    await waitForWork(40);
    proxy.silence();
    const start = performance.now();
    await refuse(admin.post("/v1/toolsets", { name: "during" }), "INTERNAL_ERROR");
    expect(performance.now() - start).toBeLessThan(30_000);
    await delay(4000);
    expect((await fetch(`${server.baseUrl}/health/live`)).status).toBe(200);
    proxy.speak();
    await waitForWork(40);
    await work.end();
    await work.checkRound(actor, downstream, false);
    const codes = work.refusals.map(({ body }) => (body as ErrorEnvelope).errorCode);
    expect(codes.length).toBeGreaterThan(0);
    expect(codes.filter((code) => code !== "INTERNAL_ERROR")).toEqual([]);
    expect(work.brokenCalls).toBe(0);
    await work.checkEverything(actor, server);
  });

  test(
    "the history's totalCount is exact up to 100,000 and an estimate beyond",
    proves("history.count.exact", "history.count.estimate"),
    async () => {
      const list = () => admin.get("/v1/executions", { top: 1 });
      const exact = await list();
      expect(exact.headers["x-bowline-total-count"]).toBeUndefined();
      const { companyId, accountUserId } = (
        await client.query(
          `select company_id as "companyId", account_user_id as "accountUserId" from account_user order by 2 limit 1`,
        )
      ).rows[0];
      await client.query(
        `insert into execution (history_id, company_id, account_user_id, tool_slug, application_slug, resolved_by, source,
           is_success, request_id, is_output_cut, created_date)
         select 1000000 + id, $1, $2, 'old_tool', 'old', 'none', 'api', true, 'r', false, now() - interval '1 day'
         from generate_series(1, 120000) as id`,
        [companyId, accountUserId],
      );
      await client.query("analyze execution");
      const estimated = await list();
      expect(estimated.headers["x-bowline-total-count"]).toBe("estimate");
      const { totalCount } = await succeed<ListOf<Execution>>(Promise.resolve(estimated));
      expect(totalCount).toBeGreaterThan(100_000);
      expect(totalCount).toBeLessThan(140_000);
    },
  );
});
