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
import type { ErrorEnvelope, ExecuteResponse } from "../support/records.ts";
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
    proxy = await startSilentProxy({ host: "127.0.0.1", port: database.port });
    server = await startServer({
      DATABASE_URL: proxy.replaceHost(database.url),
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
    proxy?.close();
    await database?.[Symbol.asyncDispose]();
    await downstream?.stop();
  });

  test("a stored response is encrypted in the database", proves("idempotency.sealed"), async () => {
    const headers = { "idempotency-key": randomUUID() };
    const fields = { title: "sealed" };
    const path = `/v1/tools/${application.tool("create_item")}/execute`;
    const { output } = await succeed<ExecuteResponse>(actor.post(path, { fields }, { headers }));
    expect(output).toEqual({ created: true });
    const { rows } = await client.query(
      "select idempotency_key::text as row from idempotency_key order by created_date desc limit 1",
    );
    expect(rows).toHaveLength(1);
    const hex = Buffer.from("isSuccess").toString("hex");
    expect(rows[0].row).not.toMatch(new RegExp(`isSuccess|created|${hex}`));
  });

  test(
    "lists that wait for the database fail after 5 seconds, while executions continue",
    proves("growth.reading.limit", "growth.reading.apart"),
    async () => {
      await execute(actor, application.tool("list_items"));
      const countBesideLists = async () => {
        await client.query("begin; lock table toolset in access exclusive mode");
        let ended = 0;
        const lists = Array.from({ length: 24 }, async () => {
          await refuse(actor.get("/v1/toolsets"), "INTERNAL_ERROR");
          ended++;
        });
        await delay(500);
        let count = 0;
        while (count < 20 && ended === 0) {
          const { historyId } = await execute(actor, application.tool("list_items"));
          expect(historyId).toBeGreaterThan(0);
          count++;
        }
        // Nothing but their limit ends them: the table is locked until then.
        await Promise.all(lists);
        await client.query("rollback");
        return count;
      };
      // One that waited for the lists would be the first and the last. On a busy machine one may take as long as the lists.
      await expect.poll(countBesideLists, { timeout: 120_000 }).toBeGreaterThan(1);
      await succeed(actor.get("/v1/toolsets"));
    },
  );

  test(
    "a summary that takes too long while the history is counted says so",
    proves("history.summary.counting"),
    async () => {
      // Nobody can read the counted hours, and the job waits, too.
      await client.query("update history_rollup set since = '2020-01-01Z', until = '2020-02-01Z'");
      await client.query(
        `begin; lock table history_rollup in exclusive mode; lock table history_hour in access exclusive mode`,
      );
      const response = await actor.get("/v1/executions/Summary", {
        from: "2019-12-31T00:00:00Z",
        to: "2020-01-03T00:00:00Z",
      });
      await client.query("rollback");
      const { message } = await refuse(Promise.resolve(response), "INTERNAL_ERROR");
      expect(message).toMatch(/still being counted after an upgrade/);
      expect(response.headers["retry-after"]).toBe("30");
    },
  );

  test(
    "a key whose claim was lost while the database did not respond can be used again",
    proves("idempotency.lost-claim"),
    async () => {
      downstream.forget();
      const headers = { "idempotency-key": randomUUID() };
      const path = `/v1/tools/${application.tool("create_item")}/execute`;
      const attempt = () => actor.post(path, { fields: { title: "once" } }, { headers });
      proxy.silence();
      await refuse(attempt(), "INTERNAL_ERROR");
      proxy.speak();
      await expect.poll(async () => (await attempt()).status, { interval: 500 }).toBe(200);
      expect(downstream.requests.map(({ method }) => method)).toEqual(["POST"]);
    },
  );

  test(
    "calls end within seconds while the database does not respond, and acknowledged work is stored exactly once",
    proves("growth.silent.refused", "growth.silent.recovers"),
    async () => {
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
      // The database says nothing until later, so that only a limit can end it.
      await refuse(admin.post("/v1/toolsets", { name: "during" }), "INTERNAL_ERROR");
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
    },
  );
});
