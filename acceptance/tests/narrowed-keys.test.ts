import { beforeAll, describe, expect, test } from "vitest";
import { makeServiceClient } from "../authorization-server/support/token-client.ts";
import { type Actor, hireActor, makeKey, theAdmin, uniqueName } from "../support/actors.ts";
import { connect, execute, type MadeConnection } from "../support/applications.ts";
import { type Caller, createKeyCaller, refuse, succeed } from "../support/caller.ts";
import { proves } from "../support/proves.ts";
import { fillPath, type PublishedOperation, readPublishedOperations } from "../support/published-contract.ts";
import type { ListOf, Tool, Toolset } from "../support/records.ts";
import { useWorkbench } from "../support/workbench.ts";

const bench = useWorkbench();

function makeToolset(
  { connectionId, applicationSlug }: MadeConnection,
  operation: string,
  owner: Caller = bench.caller,
): Promise<Toolset> {
  const entry = { connectionId, applicationSlug, toolSlugs: [bench.tool(operation)] };
  return succeed<Toolset>(owner.post("/v1/toolsets", { name: "Narrow", connections: [entry] }));
}

/** An approval that waits for a decision. */
async function makeApproval(owner: Caller, connection: MadeConnection): Promise<string> {
  const { toolsetId } = await makeToolset(connection, "list_items", owner);
  await succeed(owner.patch(`/v1/toolsets/${toolsetId}`, { settings: { approvals: "all" } }));
  const path = `/v1/tools/${bench.tool("list_items")}/execute`;
  const { headers } = await owner.post(path, {}, { query: { toolsetId } });
  return headers["x-bowline-approval-id"] ?? "";
}

async function startImport(): Promise<string> {
  const body = { source: "sql", slug: uniqueName("x"), dialect: "postgresql", background: true };
  const { importId } = await succeed<{ importId: number }>(theAdmin().post("/v1/applications", body));
  return String(importId);
}

/** Something of the owner's, or of the company's, for everything that a path can name; no grant, which needs a person. */
async function nameResources(owner: Actor, connection: MadeConnection, toolset: Toolset) {
  const { historyId } = await execute(
    owner,
    bench.tool("list_items"),
    {},
    {
      connectionId: connection.connectionId,
    },
  );
  const [method] = bench.application.record.authentications;
  const { clientId } = await makeServiceClient(["tools:read"]);
  return {
    clientId,
    toolsetId: toolset.toolsetId,
    connectionId: String(connection.connectionId),
    toolSlug: bench.tool("list_items"),
    slug: bench.application.slug,
    authenticationId: String(method?.authenticationId),
    apiKeyId: String(owner.apiKeyId),
    accountUserId: String(owner.accountUserId),
    historyId: String(historyId),
    approvalId: await makeApproval(owner, connection),
    importId: await startImport(),
  };
}

/**
 * Sends every operation that is not permitted, and expects 403.
 *
 * @returns how many there are
 */
async function expectForbidden(
  caller: Caller,
  values: Record<string, string>,
  isPermitted: (operation: PublishedOperation) => boolean,
): Promise<number> {
  let refused = 0;
  for (const operation of await readPublishedOperations()) {
    const { method, path, takesBody, sampleBody, needsQuery } = operation;
    if (isPermitted(operation) || path === "/v1/grants/{grantId}") {
      // A grant needs a person: authorization-server/tests/grants.test.ts.
      continue;
    }
    const query = needsQuery ? { query: { state: "x" } } : {};
    const options = takesBody ? { body: sampleBody, ...query } : query;
    const response = await caller.send(method, fillPath(path, values), options);
    expect(response.status, `${method} ${path}: ${response.text}`).toBe(403);
    refused++;
  }
  return refused;
}

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

  test("executes its tools without naming it", proves("keys.toolset.executes"), async () => {
    const response = await narrowed.post(`/v1/tools/${bench.tool("list_items")}/execute`, {});
    expect(response.status, response.text).toBe(200);
    expect(response.headers["x-bowline-connection-id"]).toBe(String(scoped.connectionId));
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
    const response = await narrowed.post(
      path,
      {},
      { query: { connectionId: bench.connection.connectionId } },
    );
    expect(response.status, response.text).toBe(403);
    expect(bench.downstream.requests.length).toBe(before);
  });

  test("cannot use another toolset", proves("keys.toolset.other-toolset"), async () => {
    const other = await makeToolset(bench.connection, "list_items");
    const path = `/v1/tools/${bench.tool("list_items")}/execute`;
    const response = await narrowed.post(path, {}, { query: { toolsetId: other.toolsetId } });
    expect(response.status, response.text).toBe(403);
  });

  test(
    "does not learn what the names of another toolset stand for",
    proves("walls.other-names"),
    async () => {
      const { toolsetId } = await makeToolset(bench.connection, "delete_item");
      const slug = bench.tool("delete_item");
      const settings = { tools: { [slug]: { name: "tidy_up" } } };
      await succeed(bench.caller.patch(`/v1/toolsets/${toolsetId}`, { settings }));
      const key = { name: "Reading", toolsetId: toolset.toolsetId, readOnly: true };
      const reading = createKeyCaller((await makeKey(bench.caller, key)).apiKey);
      for (const caller of [narrowed, reading]) {
        const response = await caller.post("/v1/tools/tidy_up/execute", {}, { query: { toolsetId } });
        expect(response.status, response.text).toBe(403);
        expect(response.text).not.toContain(slug);
      }
    },
  );

  test("is given no hint at other tools and applications", proves("walls.hints"), async () => {
    const own = bench.tool("list_items");
    const near = await refuse(narrowed.get(`/v1/tools/${own}s`), "NOT_FOUND");
    expect(near.message).toContain(`Did you mean "${own}"?`);
    const other = bench.tool("delete_item");
    const { slug } = bench.application;
    for (const asked of [
      narrowed.get(`/v1/tools/${other.slice(0, -1)}`),
      narrowed.get("/v1/tools", { applicationSlug: slug.slice(0, -1) }),
    ]) {
      const { message } = await refuse(asked, "NOT_FOUND");
      expect(message).not.toContain(other);
      expect(message).not.toContain(`"${slug}"`);
    }
  });

  test("can access nothing after its toolset is deleted", proves("keys.toolset.deleted"), async () => {
    const { toolsetId } = await makeToolset(bench.connection, "list_items");
    const { apiKey } = await makeKey(bench.caller, { name: "Orphan", toolsetId });
    const orphan = createKeyCaller(apiKey);
    const path = `/v1/tools/${bench.tool("list_items")}/execute`;
    await succeed(orphan.post(path, {}));
    await succeed(bench.caller.delete(`/v1/toolsets/${toolsetId}`));
    const before = bench.downstream.requests.length;
    for (const response of [await orphan.post(path, {}), await orphan.get("/v1/connections")]) {
      expect([401, 403], response.text).toContain(response.status);
    }
    expect(bench.downstream.requests.length).toBe(before);
  });

  test("may read whoami", proves("keys.toolset.whoami"), async () => {
    await succeed(narrowed.get("/v1/auth/whoami"));
  });

  describe("cannot combine its toolset with another tool, connection or toolset", () => {
    let other: Toolset;
    beforeAll(async () => {
      other = await makeToolset(bench.connection, "get_item");
    });

    test("sees only its own toolset", proves("keys.toolset.sees-toolset"), async () => {
      const list = await succeed<ListOf<Toolset>>(narrowed.get("/v1/toolsets"));
      expect(list.items.map(({ toolsetId }) => toolsetId)).toEqual([toolset.toolsetId]);
      expect(list).toMatchObject({ totalCount: 1, offset: 0, top: 100 });
      expect((await succeed<ListOf<Toolset>>(narrowed.get("/v1/toolsets", { offset: 1 }))).items).toEqual([]);
      expect(await succeed<Toolset>(narrowed.get(`/v1/toolsets/${toolset.toolsetId}`))).toEqual(toolset);
      await refuse(narrowed.get(`/v1/toolsets/${other.toolsetId}`), "FORBIDDEN");
    });

    test(
      "lists exactly its tools with every filter",
      proves("keys.toolset.sees-tools", "tools.format.narrowed"),
      async () => {
        const own = bench.tool("list_items");
        const queries = [
          {},
          { search: "items" },
          { view: "summary" },
          { view: "input" },
          { toolsetId: toolset.toolsetId },
          { applicationSlug: bench.application.slug },
          { format: "mcp" },
          { format: "anthropic" },
        ];
        for (const query of queries) {
          const list = await succeed<ListOf<{ slug?: string; name: string }>>(
            narrowed.get("/v1/tools", query),
          );
          expect(list.items.map(({ slug, name }) => slug ?? name)).toEqual([own]);
          expect(list.totalCount).toBe(1);
        }
        await refuse(narrowed.get("/v1/tools", { toolsetId: other.toolsetId }), "FORBIDDEN");
      },
    );

    test("reads record and schema of exactly its tools", proves("keys.toolset.sees-tools"), async () => {
      const own = `/v1/tools/${bench.tool("list_items")}`;
      await succeed(narrowed.get(own));
      await succeed(narrowed.get(`${own}/schema`));
      await succeed(narrowed.get(`${own}/schema`, { connectionId: scoped.connectionId }));
      const { connectionId } = bench.connection;
      await refuse(narrowed.get(`${own}/schema`, { connectionId }), "FORBIDDEN");
      for (const operation of ["get_item", "create_item", "read_public"]) {
        await refuse(narrowed.get(`/v1/tools/${bench.tool(operation)}`), "TOOL_NOT_PERMITTED");
        await refuse(narrowed.get(`/v1/tools/${bench.tool(operation)}/schema`), "TOOL_NOT_PERMITTED");
      }
      await refuse(narrowed.get("/v1/tools/no_such_tool"), "NOT_FOUND");
    });

    test(
      "that is read-only sees only the toolset's read-only tools",
      proves("keys.read-only.sees"),
      async () => {
        const { connectionId, applicationSlug } = scoped;
        const toolSlugs = [bench.tool("list_items"), bench.tool("create_item")];
        const connections = [{ connectionId, applicationSlug, toolSlugs }];
        const { toolsetId } = await succeed<Toolset>(
          bench.caller.post("/v1/toolsets", { name: "Both", connections }),
        );
        const { apiKey } = await makeKey(bench.caller, { name: "Both", toolsetId, readOnly: true });
        const list = await succeed<ListOf<Tool>>(createKeyCaller(apiKey).get("/v1/tools"));
        expect(list.items.map(({ slug }) => slug)).toEqual([bench.tool("list_items")]);
      },
    );
  });

  test("gets 403 on every other operation", proves("keys.toolset.reads-nothing"), async () => {
    const permitted = [
      "GET /v1/auth/whoami",
      "GET /v1/tools",
      "GET /v1/tools/{toolSlug}",
      "GET /v1/tools/{toolSlug}/schema",
      "GET /v1/tools/{toolSlug}/Resolution",
      "POST /v1/tools/{toolSlug}/execute",
      "GET /v1/toolsets",
      "GET /v1/toolsets/{toolsetId}",
    ];
    const values = await nameResources(bench.caller, scoped, toolset);
    const refused = await expectForbidden(narrowed, values, ({ method, path }) =>
      permitted.includes(`${method} ${path}`),
    );
    expect(refused).toBeGreaterThan(25);
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

  test("sees exactly the read-only tools", proves("keys.read-only.sees"), async () => {
    const query = { applicationSlug: bench.application.slug, top: 1000 };
    const seen = await succeed<ListOf<Tool>>(reader.get("/v1/tools", query));
    const reading = await succeed<ListOf<Tool>>(bench.caller.get("/v1/tools", { ...query, readOnly: true }));
    expect(seen.items).toEqual(reading.items);
    await succeed(reader.get(`/v1/tools/${bench.tool("get_item")}`));
    await refuse(reader.get(`/v1/tools/${bench.tool("create_item")}`), "TOOL_NOT_PERMITTED");
    await refuse(reader.get(`/v1/tools/${bench.tool("create_item")}/schema`), "TOOL_NOT_PERMITTED");
  });

  test("cannot execute a tool that writes", proves("keys.read-only.refuses"), async () => {
    bench.downstream.forget();
    const calls: [string, object][] = [
      ["create_item", { title: "x" }],
      ["delete_item", { itemId: 1 }],
      ["write_anything", {}],
    ];
    for (const [operation, fields] of calls) {
      const response = await reader.post(`/v1/tools/${bench.tool(operation)}/execute`, { fields });
      expect(response.status, response.text).toBe(403);
    }
    expect(bench.downstream.requests).toEqual([]);
  });

  test("of an Admin changes nothing by any operation", proves("keys.read-only.changes-nothing"), async () => {
    const owner = await hireActor({ role: "Admin" });
    const connection = await connect(owner, bench.application);
    const toolset = await makeToolset(connection, "list_items", owner);
    const { apiKey } = await makeKey(owner, { name: "Reader", readOnly: true });
    const values = await nameResources(owner, connection, toolset);
    const refused = await expectForbidden(
      createKeyCaller(apiKey),
      values,
      ({ method, path }) => method === "GET" || path === "/v1/tools/{toolSlug}/execute",
    );
    expect(refused).toBeGreaterThan(25);
  });
});
