import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { type Actor, hireActor, makeKey } from "../support/actors.ts";
import { connect, importDownstream, type MadeConnection } from "../support/applications.ts";
import { type Caller, createKeyCaller, succeed } from "../support/caller.ts";
import { proves } from "../support/proves.ts";
import type { ErrorEnvelope, ListOf, Toolset } from "../support/records.ts";
import { useWorkbench } from "../support/workbench.ts";

interface Resolution {
  toolSlug: string;
  connectionId: number | null;
  resolvedBy: string;
  toolsetId: string | null;
  needsApproval: boolean;
}

const bench = useWorkbench();
let caller: Actor;
let first: MadeConnection;
let second: MadeConnection;
let toolset: Toolset;

beforeAll(async () => {
  caller = await hireActor();
  first = await connect(caller, bench.application);
  second = await connect(caller, bench.application);
  const entry = { applicationSlug: bench.application.slug, toolSlugs: [bench.tool("list_items")] };
  const connections = [first, second].map(({ connectionId }) => ({ ...entry, connectionId }));
  const body = { name: "Both", connections, settings: { approvals: "all" } };
  toolset = await succeed<Toolset>(caller.post("/v1/toolsets", body));
});

/** Asks for the resolution, and checks it against what the execution itself does. */
async function compare(who: Caller, operation: string, query: Record<string, string | number> = {}) {
  const slug = operation.includes("_items") ? bench.tool(operation) : operation;
  const resolved = await who.get(`/v1/tools/${slug}/Resolution`, query);
  const executed = await who.post(`/v1/tools/${slug}/execute`, {}, { query });
  expect(resolved.status, resolved.text).toBe(executed.status);
  if (resolved.status !== 200) {
    const { errorCode, message, details } = resolved.body as ErrorEnvelope;
    expect({ errorCode, message, details }).toEqual(
      (({ errorCode, message, details }) => ({ errorCode, message, details }))(
        executed.body as ErrorEnvelope,
      ),
    );
    return errorCode;
  }
  const resolution = resolved.body as Resolution;
  expect(executed.headers["x-bowline-resolved-by"]).toBe(resolution.resolvedBy);
  expect(executed.headers["x-bowline-connection-id"]).toBe(String(resolution.connectionId));
  return resolution;
}

test(
  "the resolution is that of the execution",
  proves("resolution.same", "resolution.approval"),
  async () => {
    const { toolsetId } = toolset;
    expect(await compare(caller, "list_items")).toBe("NO_DEFAULT_CONNECTION");
    expect(await compare(caller, "list_items", { toolsetId })).toBe("AMBIGUOUS_CONNECTION");
    expect(await compare(caller, "list_items", { connectionId: first.connectionId })).toMatchObject({
      connectionId: first.connectionId,
      resolvedBy: "explicit",
      toolsetId: null,
      needsApproval: false,
    });
    await succeed(caller.put(`/v1/connections/${second.connectionId}/Default`));
    expect(await compare(caller, "list_items")).toMatchObject({ resolvedBy: "default" });
    expect(await compare(caller, "list_items", { toolsetId: toolsetId.toUpperCase() })).toEqual({
      toolSlug: bench.tool("list_items"),
      connectionId: second.connectionId,
      resolvedBy: "toolset",
      toolsetId,
      needsApproval: true,
    });
    expect(await compare(caller, "list_item", {})).toBe("NOT_FOUND");
    expect(await compare(caller, "list_items", { connectionId: bench.connection.connectionId })).toBe(
      "FORBIDDEN",
    );
    expect(await compare(caller, "list_items", { connectionId: 2_000_000_000 })).toBe("NOT_FOUND");
    expect(await compare(caller, "list_items", { toolsetId: randomUUID() })).toBe("NOT_FOUND");
    const elsewhere = await connect(caller, await importDownstream(bench.downstream));
    expect(await compare(caller, "list_items", { connectionId: elsewhere.connectionId })).toBe(
      "VALIDATION_ERROR",
    );
  },
);

test("a narrowed key gets the errors of its executions", proves("resolution.same"), async () => {
  const { apiKey } = await makeKey(caller, { name: "Narrowed", toolsetId: toolset.toolsetId });
  const narrowed = createKeyCaller(apiKey);
  expect(await compare(narrowed, "list_items")).toMatchObject({ resolvedBy: "toolset" });
  expect(await compare(narrowed, bench.tool("get_item"))).toBe("TOOL_NOT_PERMITTED");
  const { apiKey: readingKey } = await makeKey(caller, { name: "Reading", readOnly: true });
  expect(await compare(createKeyCaller(readingKey), bench.tool("create_item"))).toBe("TOOL_NOT_PERMITTED");
});

test("the resolution sends and records nothing", proves("resolution.nothing-sent"), async () => {
  const before = await succeed<ListOf<unknown>>(caller.get("/v1/executions"));
  bench.downstream.forget();
  const query = { connectionId: first.connectionId };
  await succeed(caller.get(`/v1/tools/${bench.tool("list_items")}/Resolution`, query));
  expect(bench.downstream.requests).toEqual([]);
  const after = await succeed<ListOf<unknown>>(caller.get("/v1/executions"));
  expect(after.totalCount).toBe(before.totalCount);
});
