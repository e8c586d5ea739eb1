import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { type Actor, hireActor, theAdmin } from "../support/actors.ts";
import { connect, importDownstream } from "../support/applications.ts";
import { refuse, succeed } from "../support/caller.ts";
import { startDownstream } from "../support/downstream.ts";
import { proves } from "../support/proves.ts";
import type { ExecuteResponse } from "../support/records.ts";
import { useWorkbench } from "../support/workbench.ts";

const bench = useWorkbench();
beforeEach(() => bench.downstream.forget());

function post(
  key: string,
  fields: Record<string, unknown>,
  operation = "create_item",
  caller: Actor = bench.caller,
) {
  const headers = { "idempotency-key": key };
  return caller.post(`/v1/tools/${bench.tool(operation)}/execute`, { fields }, { headers });
}

test(
  "the same key with the same request returns the stored response",
  proves("idempotency.replay"),
  async () => {
    const key = randomUUID();
    const first = await succeed<ExecuteResponse>(post(key, { title: "once" }));
    const second = await succeed<ExecuteResponse>(post(key, { title: "once" }));
    expect(first.isSuccess).toBe(true);
    expect(second).toEqual(first);
    expect(bench.downstream.requests).toHaveLength(1);
  },
);

test("the response of a failed run is stored too", proves("idempotency.replay"), async () => {
  const key = randomUUID();
  const first = await succeed<ExecuteResponse>(post(key, { code: 422 }, "post_status"));
  const second = await succeed<ExecuteResponse>(post(key, { code: 422 }, "post_status"));
  expect(first.isSuccess).toBe(false);
  expect(second).toEqual(first);
  expect(bench.downstream.requests).toHaveLength(1);
});

test("while the first request is running, the second is 409", proves("idempotency.running"), async () => {
  const key = randomUUID();
  const release = bench.downstream.hold();
  const write = () => post(key, { milliseconds: 1 }, "write_slowly");
  const first = write();
  await expect.poll(() => bench.downstream.requests).toHaveLength(1);
  await refuse(write(), "IDEMPOTENCY_CONFLICT");
  release();
  expect((await succeed<ExecuteResponse>(first)).isSuccess).toBe(true);
  await succeed<ExecuteResponse>(write());
  expect(bench.downstream.requests).toHaveLength(1);
});

test("only one of many calls at the same time is sent", proves("idempotency.running"), async () => {
  const key = randomUUID();
  const calls = Array.from({ length: 8 }, () => post(key, { milliseconds: 300 }, "write_slowly"));
  const responses = await Promise.all(calls);
  expect(bench.downstream.requests).toHaveLength(1);
  for (const { status } of responses) {
    expect([200, 409]).toContain(status);
  }
});

test("the same key with another request is 409", proves("idempotency.other-request"), async () => {
  const key = randomUUID();
  await succeed(post(key, { title: "one" }));
  await refuse(post(key, { title: "two" }), "IDEMPOTENCY_CONFLICT");
  await refuse(post(key, { first: "one" }, "send_form"), "IDEMPOTENCY_CONFLICT");
  expect(bench.downstream.requests).toHaveLength(1);
});

test("the same key with another connection is 409", proves("idempotency.other-request"), async () => {
  const { connectionId } = await connect(bench.caller, bench.application);
  const key = randomUUID();
  await succeed(post(key, { title: "one" }));
  const options = { headers: { "idempotency-key": key }, query: { connectionId } };
  const path = `/v1/tools/${bench.tool("create_item")}/execute`;
  const elsewhere = bench.caller.post(path, { fields: { title: "one" } }, options);
  await refuse(elsewhere, "IDEMPOTENCY_CONFLICT");
  expect(bench.downstream.requests).toHaveLength(1);
});

test("keys are per caller", proves("idempotency.per-caller"), async () => {
  const other = await hireActor();
  await connect(other, bench.application, { isDefault: true });
  const key = randomUUID();
  await succeed(post(key, { title: "same" }));
  await succeed(post(key, { title: "same" }, "create_item", other));
  expect(bench.downstream.requests).toHaveLength(2);
});

test("without a key every call is sent", proves("idempotency.no-key"), async () => {
  const path = `/v1/tools/${bench.tool("create_item")}/execute`;
  await succeed(bench.caller.post(path, { fields: { title: "twice" } }));
  await succeed(bench.caller.post(path, { fields: { title: "twice" } }));
  expect(bench.downstream.requests).toHaveLength(2);
});

test("a refused request does not use up the key", proves("idempotency.refused"), async () => {
  const key = randomUUID();
  await refuse(post(key, { title: "" }), "VALIDATION_ERROR");
  const outcome = await succeed<ExecuteResponse>(post(key, { title: "good" }));
  expect(outcome.isSuccess).toBe(true);
});

test("a call that reaches no application does not use up the key", proves("idempotency.unsent"), async () => {
  const away = await startDownstream();
  await away.stop();
  const application = await importDownstream(away, { schemes: [] });
  const call = () => {
    const options = { headers: { "idempotency-key": application.slug } };
    const path = `/v1/tools/${application.tool("create_item")}/execute`;
    return succeed<ExecuteResponse>(bench.caller.post(path, { fields: { title: "late" } }, options));
  };
  expect(await call()).toMatchObject({ isSuccess: false, executionInfo: { statusCode: null } });
  await succeed(
    theAdmin().patch(`/v1/applications/${application.slug}`, {
      baseUrl: `${bench.downstream.origin}/eu/main`,
    }),
  );
  const done = await call();
  expect(done.isSuccess).toBe(true);
  expect(await call()).toEqual(done);
  expect(bench.downstream.requests).toHaveLength(1);
});
