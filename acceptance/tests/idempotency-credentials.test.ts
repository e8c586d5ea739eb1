import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { makeKey } from "../support/actors.ts";
import { createKeyCaller, refuse, succeed } from "../support/caller.ts";
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
