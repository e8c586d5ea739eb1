import { randomUUID } from "node:crypto";
import pg from "pg";
import { beforeEach, expect, test } from "vitest";
import { makeKey } from "../support/actors.ts";
import { connect, importDownstream } from "../support/applications.ts";
import { createKeyCaller, refuse, succeed } from "../support/caller.ts";
import { describeOwnServer, useOwnServer } from "../support/own-server.ts";
import { proves } from "../support/proves.ts";
import type { ExecuteResponse } from "../support/records.ts";
import { useWorkbench } from "../support/workbench.ts";

const bench = useWorkbench();
beforeEach(() => bench.downstream.forget());

const path = () => `/v1/tools/${bench.tool("create_item")}/execute`;

test(
  "two keys of one member do not share an idempotency key",
  proves("idempotency.per-credential"),
  async () => {
    const other = createKeyCaller((await makeKey(bench.caller, { name: "Other" })).apiKey);
    const headers = { "idempotency-key": randomUUID() };
    const body = { fields: { title: "same" } };
    const first = await succeed<ExecuteResponse>(bench.caller.post(path(), body, { headers }));
    const second = await succeed<ExecuteResponse>(other.post(path(), body, { headers }));
    expect(second.historyId).not.toBe(first.historyId);
    expect(bench.downstream.requests).toHaveLength(2);
    expect(await succeed(bench.caller.post(path(), body, { headers }))).toEqual(first);
    expect(await succeed(other.post(path(), body, { headers }))).toEqual(second);
    expect(bench.downstream.requests).toHaveLength(2);
  },
);

test(
  "a read-only key of the same member gets no stored response",
  proves("idempotency.checks-first"),
  async () => {
    const narrowed = createKeyCaller(
      (await makeKey(bench.caller, { name: "Narrow", readOnly: true })).apiKey,
    );
    const headers = { "idempotency-key": randomUUID() };
    const body = { fields: { title: "private" } };
    await succeed(bench.caller.post(path(), body, { headers }));
    await refuse(narrowed.post(path(), body, { headers }), "TOOL_NOT_PERMITTED");
    expect(bench.downstream.requests).toHaveLength(1);
  },
);

describeOwnServer("An idempotency key", () => {
  const own = useOwnServer();

  test("is kept for 24 hours", proves("operations.idempotency-kept"), async () => {
    const application = await importDownstream(bench.downstream, { admin: own.admin });
    const caller = await own.hire();
    await connect(caller, application, { isDefault: true });
    const headers = { "idempotency-key": randomUUID() };
    const create = (title: string) =>
      caller.post(`/v1/tools/${application.tool("create_item")}/execute`, { fields: { title } }, { headers });
    const first = await succeed<ExecuteResponse>(create("one"));

    await age("23:59:00");
    expect(await succeed(create("one"))).toEqual(first);
    await refuse(create("two"), "IDEMPOTENCY_CONFLICT");
    expect(bench.downstream.requests).toHaveLength(1);

    await age("00:02:00");
    expect((await succeed<ExecuteResponse>(create("two"))).isSuccess).toBe(true);
    expect(bench.downstream.requests).toHaveLength(2);
  });

  /** Makes every key older, instead of waiting. */
  async function age(interval: string): Promise<void> {
    const database = new pg.Client({ connectionString: own.server.databaseSettings.DATABASE_URL });
    await database.connect();
    await database.query("update idempotency_key set created_date = created_date - $1::interval", [interval]);
    await database.end();
  }
});
