import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { hireActor } from "../support/actors.ts";
import { connect, execute, importDownstream } from "../support/applications.ts";
import { type Caller, createKeyCaller, succeed } from "../support/caller.ts";
import { type Downstream, startDownstream } from "../support/downstream.ts";
import { describeOwnServer } from "../support/own-server.ts";
import { proves } from "../support/proves.ts";
import type { Connection, ExecuteResponse, Execution, RefreshStatus, Toolset } from "../support/records.ts";
import { awaitRefresh } from "../support/refresh.ts";
import { startServer } from "../support/start-server.ts";

let downstream: Downstream;
beforeAll(async () => {
  downstream = await startDownstream();
});
afterAll(() => downstream?.stop());

/** Refreshes the connection's objects and waits until the refresh is finished. */
async function refresh(caller: Caller, connectionId: number): Promise<RefreshStatus> {
  await succeed(caller.post(`/v1/connections/${connectionId}/RefreshObjects`));
  return awaitRefresh(caller, connectionId);
}

describeOwnServer("kill -9", () => {
  test(
    "loses no change whose response was 200",
    proves(
      "operations.durable.kill",
      "history.durable",
      "connections.refresh.restart",
      "idempotency.durable",
    ),
    async () => {
      await using server = await startServer();
      const admin = createKeyCaller(server.adminApiKey, server);
      const application = await importDownstream(downstream, { admin });
      const actor = await hireActor({ admin, target: server });
      const { connectionId, secrets } = await connect(actor, application, { isDefault: true });
      const refreshed = await refresh(actor, connectionId);
      const toolset = await succeed<Toolset>(actor.post("/v1/toolsets", { name: "Durable" }));
      const headers = { "idempotency-key": randomUUID() };
      const write = { fields: { title: "once" } };
      const writing = `/v1/tools/${application.tool("create_item")}/execute`;
      const written = await succeed(actor.post(writing, write, { headers }));
      const historyIds: number[] = [];
      const keepRunning = async () => {
        for (;;) {
          const outcome = await execute(actor, application.tool("list_items"));
          historyIds.push(outcome.historyId ?? 0);
        }
      };
      const runs = Promise.allSettled(Array.from({ length: 8 }, keepRunning));
      while (historyIds.length < 60) {
        await delay(20);
      }
      await server.kill();
      await runs;

      const again = await server.restart();
      try {
        const sameActor = createKeyCaller(actor.apiKey, again);
        for (const historyId of historyIds.slice(-60)) {
          await succeed<Execution>(sameActor.get(`/v1/executions/${historyId}`));
        }
        expect(await succeed(sameActor.get(`/v1/toolsets/${toolset.toolsetId}`))).toEqual(toolset);
        const status = sameActor.get(`/v1/connections/${connectionId}/RefreshStatus`);
        expect(await succeed(status)).toEqual(refreshed);
        const kept = await succeed<Connection>(sameActor.get(`/v1/connections/${connectionId}`));
        expect(kept.isDefault).toBe(true);
        downstream.forget();
        expect(await succeed(sameActor.post(writing, write, { headers }))).toEqual(written);
        expect(downstream.requests).toEqual([]);
        await execute(sameActor, application.tool("list_items"));
        expect(downstream.requests[0]?.headers.authorization).toBe(`Bearer ${Object.values(secrets)[0]}`);
      } finally {
        await again.stop();
      }
    },
  );
});

describeOwnServer("SIGTERM", () => {
  test("lets a running call finish, then the process exits", proves("operations.durable.drain"), async () => {
    await using server = await startServer();
    const admin = createKeyCaller(server.adminApiKey, server);
    const application = await importDownstream(downstream, { admin });
    await connect(admin, application, { isDefault: true });
    downstream.forget();
    const path = `/v1/tools/${application.tool("write_slowly")}/execute`;
    const running = admin.post(path, { fields: { milliseconds: 1500 } });
    while (downstream.requests.length === 0) {
      await delay(10);
    }
    server.terminate();
    const outcome = await succeed<ExecuteResponse>(running);
    expect(outcome.isSuccess).toBe(true);
    expect(outcome.historyId).toBeGreaterThan(0);
    expect(await server.waitForExit()).toBe(0);
  });
});
