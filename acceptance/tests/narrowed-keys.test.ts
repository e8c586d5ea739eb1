import { beforeAll, describe, expect, test } from "vitest";
import { makeKey } from "../support/actors.ts";
import { connect, execute, type MadeConnection } from "../support/applications.ts";
import { type Caller, createKeyCaller, refuse, succeed } from "../support/caller.ts";
import { proves } from "../support/proves.ts";
import type { Toolset } from "../support/records.ts";
import { useWorkbench } from "../support/workbench.ts";

const bench = useWorkbench();

describe("a key narrowed to a toolset", () => {
  let scoped: MadeConnection;
  let toolset: Toolset;
  let narrowed: Caller;

  beforeAll(async () => {
    scoped = await connect(bench.caller, bench.application);
    toolset = await makeToolset(scoped, "list_items");
    const { apiKey } = await makeKey(bench.caller, { name: "Narrowed", toolsetId: toolset.toolsetId });
    narrowed = createKeyCaller(apiKey);
  });

  function makeToolset(
    { connectionId, applicationSlug }: MadeConnection,
    operation: string,
  ): Promise<Toolset> {
    const entry = { connectionId, applicationSlug, toolSlugs: [bench.tool(operation)] };
    return succeed<Toolset>(bench.caller.post("/v1/toolsets", { name: "Narrow", connections: [entry] }));
  }

  test("executes its tools without naming it", proves("keys.toolset.executes"), async () => {
    const answer = await narrowed.post(`/v1/tools/${bench.tool("list_items")}/execute`, {});
    expect(answer.status, answer.text).toBe(200);
    expect(answer.headers["x-bowline-connection-id"]).toBe(String(scoped.connectionId));
    const query = { toolsetId: toolset.toolsetId, connectionId: scoped.connectionId };
    await execute(narrowed, bench.tool("list_items"), {}, query);
  });

  test("cannot execute another tool", proves("keys.toolset.other-tool"), async () => {
    const path = `/v1/tools/${bench.tool("get_item")}/execute`;
    await refuse(narrowed.post(path, { fields: { itemId: 1 } }), "TOOL_NOT_PERMITTED");
    const query = { connectionId: scoped.connectionId };
    await refuse(narrowed.post(path, { fields: { itemId: 1 } }, { query }), "TOOL_NOT_PERMITTED");
  });

  test("cannot use another connection", proves("keys.toolset.other-connection"), async () => {
    const path = `/v1/tools/${bench.tool("list_items")}/execute`;
    const before = bench.downstream.requests.length;
    const answer = await narrowed.post(path, {}, { query: { connectionId: bench.connection.connectionId } });
    expect(answer.status, answer.text).toBe(403);
    expect(bench.downstream.requests.length).toBe(before);
  });

  test("cannot use another toolset", proves("keys.toolset.other-toolset"), async () => {
    const other = await makeToolset(bench.connection, "list_items");
    const path = `/v1/tools/${bench.tool("list_items")}/execute`;
    const answer = await narrowed.post(path, {}, { query: { toolsetId: other.toolsetId } });
    expect(answer.status, answer.text).toBe(403);
  });

  test("reaches nothing once its toolset is deleted", proves("keys.toolset.deleted"), async () => {
    const { toolsetId } = await makeToolset(bench.connection, "list_items");
    const { apiKey } = await makeKey(bench.caller, { name: "Orphan", toolsetId });
    const orphan = createKeyCaller(apiKey);
    const path = `/v1/tools/${bench.tool("list_items")}/execute`;
    await succeed(orphan.post(path, {}));
    await succeed(bench.caller.delete(`/v1/toolsets/${toolsetId}`));
    const before = bench.downstream.requests.length;
    for (const answer of [await orphan.post(path, {}), await orphan.get("/v1/connections")]) {
      expect([401, 403], answer.text).toContain(answer.status);
    }
    expect(bench.downstream.requests.length).toBe(before);
  });

  test("may read whoami", proves("keys.toolset.whoami"), async () => {
    await succeed(narrowed.get("/v1/auth/whoami"));
  });

  test("reads and changes nothing else", proves("keys.toolset.reads-nothing"), async () => {
    const { toolsetId } = toolset;
    const reads = [
      "/v1/tools",
      `/v1/tools/${bench.tool("list_items")}`,
      `/v1/tools/${bench.tool("list_items")}/schema`,
      "/v1/applications",
      `/v1/applications/${bench.application.slug}`,
      "/v1/connections",
      `/v1/connections/${scoped.connectionId}`,
      `/v1/connections/${scoped.connectionId}/RefreshStatus`,
      `/v1/connections/${scoped.connectionId}/Objects`,
      "/v1/toolsets",
      `/v1/toolsets/${toolsetId}`,
      "/v1/apikeys",
      "/v1/executions",
    ];
    for (const path of reads) {
      await refuse(narrowed.get(path), "FORBIDDEN");
    }
    await refuse(narrowed.patch(`/v1/toolsets/${toolsetId}`, { name: "Wider" }), "FORBIDDEN");
    await refuse(narrowed.delete(`/v1/toolsets/${toolsetId}`), "FORBIDDEN");
    await refuse(narrowed.post("/v1/apikeys", { name: "Wider" }), "FORBIDDEN");
    await refuse(narrowed.put(`/v1/connections/${scoped.connectionId}/Default`), "FORBIDDEN");
  });
});

describe("a read-only key", () => {
  let reader: Caller;
  beforeAll(async () => {
    const { apiKey } = await makeKey(bench.caller, { name: "Reader", readOnly: true });
    reader = createKeyCaller(apiKey);
  });

  test("executes read-only tools", proves("keys.read-only.executes"), async () => {
    expect(await execute(reader, bench.tool("list_items"))).toMatchObject({ isSuccess: true });
  });

  test("cannot execute a tool that writes", proves("keys.read-only.refuses"), async () => {
    bench.downstream.forget();
    const calls: [string, object][] = [
      ["create_item", { title: "x" }],
      ["delete_item", { itemId: 1 }],
      ["write_anything", {}],
    ];
    for (const [operation, fields] of calls) {
      const answer = await reader.post(`/v1/tools/${bench.tool(operation)}/execute`, { fields });
      expect(answer.status, answer.text).toBe(403);
    }
    expect(bench.downstream.requests).toEqual([]);
  });
});
