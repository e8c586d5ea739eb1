import { beforeAll, describe, expect, test } from "vitest";
import { type Actor, hireActor, theAdmin } from "../support/actors.ts";
import { connect, execute, type MadeConnection } from "../support/applications.ts";
import { refuse, succeed } from "../support/caller.ts";
import { proves } from "../support/proves.ts";
import type { Execution, ListOf } from "../support/records.ts";
import { plantSecret } from "../support/secrets.ts";
import { useWorkbench } from "../support/workbench.ts";

const bench = useWorkbench({
  body: { overridableFields: ["token", "bearerAuth", "accessToken", "bearerToken"] },
});

function list(caller: Actor, query: Record<string, string | number | boolean> = {}) {
  return succeed<ListOf<Execution>>(caller.get("/v1/executions", query));
}

describe("a record", () => {
  test(
    "contains caller, tool, connection, resolution, source, outcome, timing, input and output",
    proves("history.record", "history.input", "history.output", "history.get", "history.every-run"),
    async () => {
      const fields = { itemId: 41 };
      const began = Date.now();
      const { historyId } = await execute(bench.caller, bench.tool("get_item"), { fields });
      const record = await succeed<Execution>(bench.caller.get(`/v1/executions/${historyId}`));
      expect(record).toMatchObject({
        historyId,
        accountUserId: bench.caller.accountUserId,
        toolSlug: bench.tool("get_item"),
        connectionId: bench.connection.connectionId,
        resolvedBy: "default",
        source: "api",
        isSuccess: true,
        failureKind: null,
        output: { id: 41, name: "Item 41" },
      });
      expect(JSON.stringify(record.input)).toContain('"itemId":41');
      expect(record.executionTime).toBeGreaterThan(0);
      expect(Date.parse(record.createdDate)).toBeGreaterThanOrEqual(began);
    },
  );

  test("of a failed run is stored too", proves("history.every-run"), async () => {
    const fields = { code: 418 };
    const { historyId, errorMessage } = await execute(bench.caller, bench.tool("get_status"), { fields });
    const record = await succeed<Execution>(bench.caller.get(`/v1/executions/${historyId}`));
    expect(record).toMatchObject({ isSuccess: false, failureKind: "downstreamRefused", errorMessage });
  });

  test("says how long each phase took", proves("history.timings"), async () => {
    const fields = { milliseconds: 60 };
    const { historyId } = await execute(bench.caller, bench.tool("read_slowly"), { fields });
    const { timings } = await succeed<Execution>(bench.caller.get(`/v1/executions/${historyId}`));
    const times = Object.values(timings ?? {});
    expect(Object.keys(timings ?? {})).toEqual(["checks", "token", "downstream", "results"]);
    expect(times.every((time) => Number.isInteger(time) && time >= 0)).toBe(true);
    // A timer may end a millisecond early.
    expect(timings?.downstream).toBeGreaterThanOrEqual(58);
  });

  test("keeps headers of the response that carry no credentials", proves("history.headers"), async () => {
    const token = Object.values(bench.connection.secrets)[0] ?? "";
    const kept = {
      etag: '"7"',
      "x-ratelimit-remaining": "41",
      "ratelimit-policy": "100;w=60",
      "x-desk-request-id": "r-1",
      server: `desk ${token}`,
    };
    bench.downstream.anythingHeaders = {
      ...kept,
      "x-request-id": "x".repeat(300),
      "set-cookie": "session=1",
      "www-authenticate": "Bearer",
      location: "https://example.com/?signature=1",
      link: "<https://example.com/?signature=1>; rel=next",
      "x-access-token": "t-1",
    };
    const { historyId } = await execute(bench.caller, bench.tool("read_anything"));
    bench.downstream.anythingHeaders = {};
    const record = await succeed<Execution>(bench.caller.get(`/v1/executions/${historyId}`));
    const { date, ...headers } = record.responseHeaders ?? {};
    expect(Date.parse(date ?? "")).not.toBeNaN();

    expect(headers).toEqual({ "content-type": "application/json", ...kept, server: "desk ***" });
  });

  test(
    "masks the secrets of overrides",
    proves("history.masked", "connections.secrets.responses"),
    async () => {
      const [fieldName = ""] = bench.connection.overridableFields.filter((name) => name !== "region");
      expect(fieldName, "the bearer token's field is overridable").not.toBe("");
      const value = plantSecret("override");
      const body = { customConnectionData: [{ fieldName, value }] };
      const { historyId } = await execute(bench.caller, bench.tool("list_items"), body);
      expect(bench.downstream.requests.at(-1)?.headers.authorization).toBe(`Bearer ${value}`);
      const record = await succeed<Execution>(bench.caller.get(`/v1/executions/${historyId}`));
      expect(JSON.stringify(record)).not.toContain(value);
    },
  );

  test(
    "is not created for an execution refused before the run step",
    proves("history.not-before"),
    async () => {
      const caller = await hireActor();
      const path = `/v1/tools/${bench.tool("create_item")}/execute`;
      await refuse(caller.post(path, { fields: { title: "x" } }), "NO_DEFAULT_CONNECTION");
      await connect(caller, bench.application, { isDefault: true });
      await refuse(caller.post(path, { fields: {} }), "VALIDATION_ERROR");
      expect((await list(caller)).totalCount).toBe(0);
    },
  );

  test("does not contain an output over the size limit", proves("history.output-limit"), async () => {
    const fields = { bytes: 4_500_000 };
    const { historyId, isSuccess } = await execute(bench.caller, bench.tool("read_large"), { fields });
    expect(isSuccess).toBe(true);
    const record = await succeed<Execution>(bench.caller.get(`/v1/executions/${historyId}`));
    expect(record.isSuccess).toBe(true);
    // 64 KiB of output, and the record around it.
    expect(JSON.stringify(record).length).toBeLessThan(64 * 1024 + 4096);
  });

  test("that does not exist is 404", proves("history.get.missing"), async () => {
    await refuse(bench.caller.get("/v1/executions/2000000000"), "NOT_FOUND");
    await refuse(bench.caller.get("/v1/executions/0"), "NOT_FOUND");
    await refuse(bench.caller.get("/v1/executions/x"), "VALIDATION_ERROR", ["historyId"]);
  });
});

describe("the list", () => {
  let caller: Actor;
  let first: MadeConnection;
  let second: MadeConnection;
  let start: number;

  beforeAll(async () => {
    caller = await hireActor();
    first = await connect(caller, bench.application, { isDefault: true });
    second = await connect(caller, bench.application);
    start = Date.now();
    await execute(caller, bench.tool("list_items"), {});
    await execute(caller, bench.tool("get_item"), { fields: { itemId: 1 } });
    await execute(caller, bench.tool("get_status"), { fields: { code: 404 } });
    await execute(caller, bench.tool("list_items"), {}, { connectionId: second.connectionId });
  });

  test("has the list envelope, newest first", proves("history.list", "lists.envelope"), async () => {
    const page = await list(caller, { top: 3 });
    expect(Object.keys(page).toSorted()).toEqual(["items", "offset", "top", "totalCount"]);
    expect(page).toMatchObject({ totalCount: 4, offset: 0, top: 3 });
    const ids = page.items.map(({ historyId }) => historyId);
    expect(ids).toEqual(ids.toSorted((left, right) => right - left));
  });

  test("is filtered by tool", proves("history.filter.tool"), async () => {
    expect((await list(caller, { toolSlug: bench.tool("list_items") })).totalCount).toBe(2);
  });

  test("is filtered by connection", proves("history.filter.connection"), async () => {
    expect((await list(caller, { connectionId: second.connectionId })).totalCount).toBe(1);
    expect((await list(caller, { connectionId: first.connectionId })).totalCount).toBe(3);
  });

  test("is filtered by success", proves("history.filter.success"), async () => {
    expect((await list(caller, { isSuccess: false })).totalCount).toBe(1);
    expect((await list(caller, { isSuccess: true })).totalCount).toBe(3);
  });

  test("is filtered by from and to", proves("history.filter.dates"), async () => {
    const before = new Date(start - 60_000).toISOString();
    const after = new Date(Date.now() + 60_000).toISOString();
    expect((await list(caller, { from: before, to: after })).totalCount).toBe(4);
    expect((await list(caller, { from: after })).totalCount).toBe(0);
    expect((await list(caller, { to: before })).totalCount).toBe(0);
    await refuse(caller.get("/v1/executions", { from: "yesterday" }), "VALIDATION_ERROR", ["from"]);
  });

  test(
    "contains only own records for a Member and all records for an Admin",
    proves("roles.member.history", "roles.admin.history", "history.get.foreign"),
    async () => {
      const stranger = await hireActor();
      expect((await list(stranger)).totalCount).toBe(0);
      const [record] = (await list(caller)).items;
      await refuse(stranger.get(`/v1/executions/${record?.historyId}`), "FORBIDDEN");
      const seen = await succeed<Execution>(theAdmin().get(`/v1/executions/${record?.historyId}`));
      expect(seen.accountUserId).toBe(caller.accountUserId);
      const query = { connectionId: second.connectionId };
      expect((await succeed<ListOf<Execution>>(theAdmin().get("/v1/executions", query))).totalCount).toBe(1);
    },
  );
});
