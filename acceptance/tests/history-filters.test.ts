import { randomUUID } from "node:crypto";
import { assert, beforeAll, describe, expect, test } from "vitest";
import { type Actor, hireActor, makeKey, theAdmin } from "../support/actors.ts";
import { connect, execute, importDownstream } from "../support/applications.ts";
import { type Caller, createKeyCaller, refuse, succeed } from "../support/caller.ts";
import { proves } from "../support/proves.ts";
import type { Execution, ListOf, Toolset } from "../support/records.ts";
import { useWorkbench } from "../support/workbench.ts";

const bench = useWorkbench();
const requestId = `req-${randomUUID()}`;
let caller: Actor;
let toolset: Toolset;
let otherSlug: string;

/** Three calls of one tool, one through a toolset, one that fails, and one of another application. */
beforeAll(async () => {
  caller = await hireActor();
  const connection = await connect(caller, bench.application, { isDefault: true });
  const toolSlugs = [bench.tool("list_items")];
  const entry = { connectionId: connection.connectionId, applicationSlug: bench.application.slug, toolSlugs };
  toolset = await succeed<Toolset>(caller.post("/v1/toolsets", { name: "Filters", connections: [entry] }));
  const other = await importDownstream(bench.downstream);
  otherSlug = other.slug;
  await connect(caller, other, { isDefault: true });

  for (let count = 0; count < 3; count++) {
    await execute(caller, bench.tool("list_items"));
  }
  await execute(caller, bench.tool("list_items"), {}, { toolsetId: toolset.toolsetId });
  await execute(caller, bench.tool("get_status"), { fields: { code: 404 } });
  const path = `/v1/tools/${other.tool("get_item")}/execute`;
  await succeed(caller.post(path, { fields: { itemId: 5 } }, { headers: { "x-request-id": requestId } }));
});

const list = (reader: Caller, query: Record<string, string | number | boolean>) =>
  succeed<ListOf<Execution>>(reader.get("/v1/executions", query));
const count = async (query: Record<string, string | number | boolean>) =>
  (await list(caller, query)).totalCount;

describe("the history", () => {
  test("is filtered by source", proves("history.filter.source"), async () => {
    expect(await count({ source: "api" })).toBe(6);
    expect(await count({ source: "mcp" })).toBe(0);
    await refuse(caller.get("/v1/executions", { source: "mail" }), "VALIDATION_ERROR", ["source"]);
  });

  test("is filtered by kind of failure", proves("history.filter.kind"), async () => {
    expect(await count({ kind: "downstreamRefused" })).toBe(1);
    expect(await count({ kind: "timeout" })).toBe(0);
    expect(await count({ kind: "downstreamRefused", isSuccess: true })).toBe(0);
  });

  test(
    "is filtered only by kinds that a record can have",
    proves("history.filter.kind.recorded"),
    async () => {
      for (const path of ["/v1/executions", "/v1/executions/Summary"]) {
        await refuse(caller.get(path, { kind: "approvalRequired" }), "VALIDATION_ERROR", ["kind"]);
      }
    },
  );

  test("is filtered by toolset", proves("history.filter.toolset"), async () => {
    expect(await count({ toolsetId: toolset.toolsetId.toUpperCase() })).toBe(1);
    expect(await count({ toolsetId: randomUUID() })).toBe(0);
  });

  test("is filtered by application", proves("history.filter.application"), async () => {
    expect(await count({ applicationSlug: otherSlug })).toBe(1);
    expect(await count({ applicationSlug: bench.application.slug })).toBe(5);
    expect(await count({ applicationSlug: bench.application.slug, kind: "downstreamRefused" })).toBe(1);
  });

  test("is filtered by account user, for Admins", proves("history.filter.member"), async () => {
    const { accountUserId } = caller;
    expect(await count({ accountUserId })).toBe(6);
    expect((await list(theAdmin(), { accountUserId })).totalCount).toBe(6);
    const stranger = await hireActor();
    await refuse(stranger.get("/v1/executions", { accountUserId }), "FORBIDDEN");
  });

  test("is filtered by API key, also by a deleted one", proves("history.filter.key"), async () => {
    const owner = await hireActor();
    await connect(owner, bench.application, { isDefault: true });
    const { accountUserId, apiKeyId } = owner;
    const agent = await makeKey(theAdmin(), { name: "Second agent", accountUserId });
    await execute(owner, bench.tool("list_items"));
    await execute(owner, bench.tool("get_status"), { fields: { code: 404 } });
    await execute(createKeyCaller(agent.apiKey), bench.tool("list_items"));

    const ofAgent = { apiKeyId: agent.apiKeyId };
    expect(await list(owner, ofAgent)).toMatchObject({
      items: [{ ...ofAgent, names: { apiKey: "Second agent" } }],
      totalCount: 1,
    });
    expect((await list(owner, { ...ofAgent, isSuccess: false })).totalCount).toBe(0);
    expect((await list(owner, { apiKeyId, kind: "downstreamRefused" })).totalCount).toBe(1);
    const narrowed = await makeKey(theAdmin(), { name: "Reader", accountUserId, readOnly: true });
    for (const reader of [owner, theAdmin(), createKeyCaller(narrowed.apiKey)]) {
      expect((await list(reader, { apiKeyId })).totalCount).toBe(2);
    }

    for (const query of [ofAgent, { apiKeyId: 2_000_000_000 }]) {
      expect(await list(caller, query)).toMatchObject({ items: [], totalCount: 0 });
      const summary = await succeed<{ count: number }>(caller.get("/v1/executions/Summary", query));
      expect(summary.count).toBe(0);
    }
    await refuse(caller.get("/v1/executions", { apiKeyId: "mine" }), "VALIDATION_ERROR", ["apiKeyId"]);

    await succeed(theAdmin().delete(`/v1/apikeys/${agent.apiKeyId}`));
    expect((await list(owner, ofAgent)).items).toMatchObject([{ ...ofAgent, names: { apiKey: null } }]);
  });

  test("is searched", proves("history.filter.search"), async () => {
    const [newest] = (await list(caller, { search: requestId })).items;
    expect(newest).toMatchObject({ requestId, applicationSlug: otherSlug });
    // The random slug of a tool may contain a short id, too.
    expect((await list(caller, { search: String(newest?.historyId) })).items).toContainEqual(newest);
    expect(await count({ search: " List_Items " })).toBe(4);
    expect(await count({ search: "  " })).toBe(6);
    const [failed] = (await list(caller, { isSuccess: false })).items;
    expect(await count({ search: failed?.errorMessage?.slice(4, 20).toUpperCase() ?? "" })).toBe(1);
    expect(await count({ search: "%" })).toBe(0);
    const stranger = await hireActor();
    expect((await list(stranger, { search: requestId })).totalCount).toBe(0);
    expect((await list(stranger, { search: String(newest?.historyId) })).totalCount).toBe(0);
  });

  test("is paged by record while others arrive", proves("history.before"), async () => {
    const reader = await hireActor();
    await connect(reader, bench.application, { isDefault: true });
    const ids: number[] = [];
    for (let made = 0; made < 5; made++) {
      ids.unshift((await execute(reader, bench.tool("list_items"))).historyId ?? 0);
    }
    const seen: number[] = [];
    for (let page = await list(reader, { top: 2 }); page.items.length > 0; ) {
      seen.push(...page.items.map(({ historyId }) => historyId));
      await execute(reader, bench.tool("list_items"));
      page = await list(reader, { top: 2, before: seen.at(-1) ?? 0 });
      expect(page.totalCount).toBeGreaterThan(5);
    }
    expect(seen).toEqual(ids);
    const [, second, , fourth] = ids;
    const skipped = await list(reader, { top: 1, offset: 1, before: second ?? 0 });
    expect(skipped.items.map(({ historyId }) => historyId)).toEqual([fourth]);
  });

  test("is paged toward the newest", proves("history.after"), async () => {
    const [newest, second, third] = (await list(caller, { isSuccess: true, top: 3 })).items;
    assert(newest !== undefined && second !== undefined && third !== undefined);
    const page = await list(caller, { isSuccess: true, after: third.historyId, top: 1 });
    expect(page.items).toEqual([second]);
    expect(page.totalCount).toBe(await count({ isSuccess: true }));
    const { items } = await list(caller, { isSuccess: true, after: third.historyId });
    expect(items).toEqual([newest, second]);
    expect((await list(caller, { isSuccess: true, after: newest.historyId })).items).toEqual([]);
    await refuse(caller.get("/v1/executions", { after: 2_000_000_000 }), "NOT_FOUND");
    await refuse(caller.get("/v1/executions", { after: 1, before: 1 }), "VALIDATION_ERROR");
    const stranger = await hireActor();
    await refuse(stranger.get("/v1/executions", { after: third.historyId }), "FORBIDDEN");
  });

  test("has no page before a record that is not there", proves("history.before.missing"), async () => {
    await refuse(caller.get("/v1/executions", { before: 2_000_000_000 }), "NOT_FOUND");
    await refuse(caller.get("/v1/executions", { before: 0 }), "NOT_FOUND");
    const [own] = (await list(caller, { top: 1 })).items;
    const stranger = await hireActor();
    await refuse(stranger.get("/v1/executions", { before: own?.historyId ?? 0 }), "FORBIDDEN");
  });
});
