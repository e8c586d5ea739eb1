import { Ajv2020 } from "ajv/dist/2020.js";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { hireActor, makeKey, theAdmin, uniqueName } from "../support/actors.ts";
import { connect, importDownstream } from "../support/applications.ts";
import { succeed } from "../support/caller.ts";
import { startHostileMcpServer } from "../support/hostile-mcp-server.ts";
import {
  type AnyClient,
  type CallResult,
  clientKinds,
  connectClient,
  createToolset,
} from "../support/mcp-door.ts";
import { proves } from "../support/proves.ts";
import type { JsonObject, Toolset } from "../support/records.ts";
import { useWorkbench } from "../support/workbench.ts";

const bench = useWorkbench();
let key: Record<string, string>;

const kinds = Array.from({ length: 200 }, (_, index) => `kind_${index}`);
const describedSchema = {
  type: "object",
  required: ["since"],
  properties: {
    since: {
      type: "string",
      format: "date-time",
      description: `Only newer ones. ${"More words about it. ".repeat(20)}`,
      examples: ["2026-01-01T00:00:00Z"],
    },
    kind: { type: "string", enum: kinds },
    order: { type: "string", enum: ["up", "down"], default: "up", description: `${"Long ".repeat(60)}.` },
  },
};
const longDescription = `Counts **things**. See [the guide](https://example.com/guide). ${"And it goes on. ".repeat(50)}`;

beforeAll(() => {
  key = { "x-api-key": bench.caller.apiKey };
});

beforeEach(() => {
  bench.downstream.forget();
  bench.downstream.items = Array.from({ length: 50 }, (_, id) => ({
    id,
    name: `Item ${id}`,
    even: id % 2 === 0,
  }));
});

/** Connects to a new toolset of these tools. */
async function openToolset(
  tools: string[],
  settings: JsonObject,
): Promise<{ client: AnyClient; toolset: Toolset }> {
  const toolset = await createToolset(bench.caller, bench.connection, tools.map(bench.tool), settings);
  return { toolset, client: await connectClient("newest", `/mcp/${toolset.toolsetId}`, key) };
}

const readList = ({ content }: CallResult): JsonObject[] => JSON.parse(content[0]?.text ?? "");

describe("definitions", () => {
  const pathsTaking = (schema: JsonObject) => ({
    "/things": {
      post: {
        operationId: "count_things",
        summary: "Count things",
        description: longDescription,
        requestBody: { required: true, content: { "application/json": { schema } } },
        responses: {
          "200": { description: "ok", content: { "application/json": { schema: { type: "object" } } } },
        },
      },
    },
  });

  async function listThings(settings: JsonObject, schema: JsonObject = describedSchema) {
    const application = await importDownstream(bench.downstream, { schemes: [], paths: pathsTaking(schema) });
    const [method] = application.record.authentications;
    const connection =
      method === undefined
        ? { connectionId: bench.connection.connectionId, applicationSlug: bench.connection.applicationSlug }
        : await succeed<{ connectionId: number; applicationSlug: string }>(
            bench.caller.post("/v1/connections", { applicationSlug: application.slug, fields: {} }),
          );
    const slug = application.tool("count_things");
    const toolset = await createToolset(bench.caller, connection, [slug], settings);
    const client = await connectClient("newest", `/mcp/${toolset.toolsetId}`, key);
    const [tool] = await client.list();
    return { tool, client };
  }

  test(
    "are shortened for models, but keep what decides about a call",
    proves("agents.list.compact"),
    async () => {
      const { tool, client } = await listThings({});
      expect(tool?.description).toBe("Counts things. And it goes on.");
      expect(tool?.inputSchema).toMatchObject({
        required: ["since"],
        properties: {
          since: { type: "string", format: "date-time", description: "Only newer ones." },
          order: { enum: ["up", "down"], default: "up" },
        },
      });
      const order = tool?.inputSchema.properties?.order?.description as string;
      expect(order.length).toBeLessThanOrEqual(160);
      expect(JSON.stringify(tool)).not.toContain("examples");
      const kind = tool?.inputSchema.properties?.kind;
      expect(kind).toEqual({
        type: "string",
        description: expect.stringMatching(/^One of 200 values, such as "kind_0", "kind_25", /),
      });
      const wrong = await client.call(tool?.name ?? "", { since: "2026-01-01T00:00:00Z", kind: "KIND_199" });
      expect(wrong.content[0]?.text).toMatch(/kind: Must be one of 200 values\. Nearest to it: "kind_199", /);
      const right = await client.call(tool?.name ?? "", { since: "2026-01-01T00:00:00Z", kind: "kind_199" });
      expect(right.content[0]?.text).not.toContain("kind");
    },
  );

  test("have no alternatives at the root", proves("agents.list.root"), async () => {
    const { required: _, ...members } = describedSchema;
    const alternatives = { ...members, anyOf: [{ required: ["since"] }, { required: ["order"] }] };
    const { tool, client } = await listThings({}, alternatives);
    expect(tool?.inputSchema).not.toHaveProperty("anyOf");
    expect(Object.keys(tool?.inputSchema.properties ?? {})).toEqual(["since", "kind", "order"]);
    expect(await client.call(tool?.name ?? "", {})).toMatchObject({ isError: true });
    const full = await listThings({ schemas: "full" }, alternatives);
    expect(full.tool?.inputSchema).toMatchObject({ anyOf: alternatives.anyOf });
  });

  test.each(["compact", "full"])(
    "have items for each array (%s)",
    proves("agents.list.items"),
    async (schemas) => {
      const value = { type: "array", items: {} };
      const { tool } = await listThings({ schemas }, { type: "object", properties: { value } });
      expect(tool?.inputSchema.properties?.value).toEqual(value);
    },
  );

  test("have no optional member whose name Claude refuses", proves("agents.list.names"), async () => {
    const hostile = await startHostileMcpServer("127.0.0.1");
    const properties = { $top: { type: "integer" }, $id: { type: "string" }, name: { type: "string" } };
    hostile.tools = [{ name: "give", inputSchema: { type: "object", properties, required: ["$id"] } }];
    const slug = uniqueName("odd");
    await succeed(theAdmin().post("/v1/applications", { source: "mcp", slug, url: hostile.url }));
    const connection = await succeed<{ connectionId: number; applicationSlug: string }>(
      bench.caller.post("/v1/connections", { applicationSlug: slug, fields: { token: "any token" } }),
    );
    const open = async (schemas: string) => {
      const toolset = await createToolset(bench.caller, connection, [`${slug}_give`], { schemas });
      return connectClient("newest", `/mcp/${toolset.toolsetId}`, key);
    };
    const client = await open("compact");
    const [compact] = await client.list();
    expect(Object.keys(compact?.inputSchema.properties ?? {})).toEqual(["$id", "name"]);
    const called = await client.call(`${slug}_give`, { $id: "a", $top: "b" });
    expect(called.content[0]?.text).toContain("$top: Must be a whole number, not a string.");
    const [full] = await (await open("full")).list();
    expect(full?.inputSchema.properties).toHaveProperty("$top");
    hostile.close();
  });

  test(
    "have properties, and no pattern that OpenAI refuses",
    proves("agents.list.properties", "agents.list.patterns"),
    async () => {
      const hostile = await startHostileMcpServer("127.0.0.1");
      const name = { type: "string", pattern: "^(?!-).+$" };
      hostile.tools = [
        { name: "ping", inputSchema: { type: "object" } },
        { name: "rename", inputSchema: { type: "object", properties: { name } } },
      ];
      const slug = uniqueName("bare");
      await succeed(theAdmin().post("/v1/applications", { source: "mcp", slug, url: hostile.url }));
      const connection = await succeed<{ connectionId: number; applicationSlug: string }>(
        bench.caller.post("/v1/connections", { applicationSlug: slug, fields: { token: "any token" } }),
      );
      const open = async (schemas: string) => {
        const slugs = [`${slug}_ping`, `${slug}_rename`];
        const toolset = await createToolset(bench.caller, connection, slugs, { schemas });
        return connectClient("newest", `/mcp/${toolset.toolsetId}`, key);
      };
      expect((await (await open("compact")).list()).map(({ inputSchema }) => inputSchema)).toEqual([
        { type: "object", properties: {} },
        { type: "object", properties: { name: { type: "string" } } },
      ]);
      expect((await (await open("full")).list()).map(({ inputSchema }) => inputSchema)).toEqual([
        { type: "object", properties: {} },
        { type: "object", properties: { name } },
      ]);
      hostile.close();
    },
  );

  test("are whole with schemas full", proves("agents.list.full"), async () => {
    const { tool } = await listThings({ schemas: "full" });
    expect(tool?.description?.length).toBeGreaterThan(300);
    expect(tool?.inputSchema.properties?.since).toMatchObject({ examples: ["2026-01-01T00:00:00Z"] });
  });
});

describe("output schemas", () => {
  test.each(clientKinds)(
    "are listed when the toolset says so, and the client %s takes every result",
    proves("agents.output-schemas"),
    async (kind) => {
      const plain = await openToolset(["get_item"], {});
      expect((await plain.client.list())[0]).not.toHaveProperty("outputSchema");
      const tools = ["get_item", "list_wrapped", "list_items", "get_status"].map(bench.tool);
      const toolset = await createToolset(bench.caller, bench.connection, tools, {
        outputSchemas: true,
        resultBytes: 300,
      });
      const client = await connectClient(kind, `/mcp/${toolset.toolsetId}`, key);
      const listed = await client.list();
      const withSchema = listed
        .filter(({ outputSchema }) => outputSchema !== undefined)
        .map(({ name }) => name);
      expect(withSchema).toEqual(
        expect.arrayContaining([bench.tool("get_item"), bench.tool("list_wrapped")]),
      );
      expect(withSchema).not.toContain(bench.tool("list_items"));
      const found = await client.call(bench.tool("get_item"), { itemId: 4 });
      expect(found.structuredContent).toEqual({ id: 4, name: "Item 4" });
      bench.downstream.items = [{ id: "no number", name: "wrong" }, { name: "no id" }, 7, "x".repeat(400)];
      const wrong = await client.call(bench.tool("list_wrapped"));
      expect(wrong.isError).toBeFalsy();
      expect(wrong.content[0]?.text).toContain("no number");
      bench.downstream.items = ["x".repeat(400)];
      expect((await client.call(bench.tool("list_wrapped"))).content[1]?.text).toContain("of 1");
      expect((await client.call(bench.tool("get_status"), { code: 500 })).isError).toBe(true);
      expect((await client.call(bench.tool("get_item"), {})).isError).toBe(true);
      await Promise.all([client.close(), plain.client.close()]);
    },
  );
});

describe("_results", () => {
  test("shapes a list", proves("agents.results"), async () => {
    const { client } = await openToolset(["list_items", "get_item", "list_wrapped"], {
      resultControls: true,
    });
    const tools = await client.list();
    const takes = tools.filter(({ inputSchema }) => inputSchema.properties?._results).map(({ name }) => name);
    expect(takes).toEqual([bench.tool("list_items"), bench.tool("list_wrapped")]);
    const ajv = new Ajv2020({ strict: false });
    for (const { inputSchema } of tools) {
      // A reference that leads nowhere throws: models' APIs refuse the whole request for one.
      expect(ajv.compile(inputSchema)).toBeTypeOf("function");
    }
    const shaped = await client.call(bench.tool("list_items"), {
      color: "red",
      _results: {
        filters: [
          { fieldName: "even", operator: "eq", value: true },
          { fieldName: "id", operator: "gt", value: 9 },
        ],
        sort: [{ fieldName: "id", orderDirection: -1 }],
        offset: 1,
        top: 2,
        fields: ["id", "nothing"],
      },
    });
    expect(readList(shaped)).toEqual([{ id: 46 }, { id: 44 }]);
    expect(bench.downstream.requests.map(({ query }) => query)).toEqual(["color=red"]);
    const wrapped = await client.call(bench.tool("list_wrapped"), { _results: { top: 1, fields: ["name"] } });
    expect(wrapped.structuredContent).toEqual({ data: [{ name: "Item 0" }], next: "page-2" });
    await client.close();
  });

  test("is refused when it is wrong, before anything is sent", proves("agents.results"), async () => {
    const { client } = await openToolset(["list_items"], { resultControls: true });
    for (const [controls, field] of [
      [{ top: -1 }, "_results.top"],
      [{ filter: [] }, "_results.filter"],
      [{ filters: Array.from({ length: 9000 }, () => 1) }, "_results.filters"],
      ["all", "_results"],
    ] as const) {
      const refused = await client.call(bench.tool("list_items"), { _results: controls });
      expect(refused.isError).toBe(true);
      expect(refused.structuredContent).toMatchObject({ details: [expect.objectContaining({ field })] });
    }
    const asList = [{ fieldName: "id", operator: "in", value: [1, 2] }];
    const list = await client.call(bench.tool("list_items"), { _results: { filters: asList } });
    expect(list.content[0]?.text).toBe('_results.filters[0].value: Must be a text. Send "[1,2]".');
    const filters = [{ fieldName: "id", operator: "in", value: "1,".repeat(10_001) }];
    const tooMany = await client.call(bench.tool("list_items"), { _results: { filters } });
    expect(tooMany.structuredContent).toMatchObject({ details: [{ field: "filters[0].value" }] });
    expect(tooMany.content[0]?.text).toMatch(/^_results\.filters\[0\]\.value: /);
    expect(bench.downstream.requests).toEqual([]);
    await client.close();
  });

  test("is no input where the toolset does not offer it", proves("agents.results.off"), async () => {
    const { client } = await openToolset(["list_items"], {});
    const [tool] = await client.list();
    expect(tool?.inputSchema.properties).not.toHaveProperty("_results");
    const refused = await client.call(bench.tool("list_items"), { _results: { top: 1 } });
    expect(refused.structuredContent).toMatchObject({ details: [{ field: "fields._results" }] });
    expect(refused.content[0]?.text).toMatch(/^_results: /);
    await client.close();
  });

  test("with a misspelled field returns a warning", proves("agents.results.warning"), async () => {
    const { client } = await openToolset(["list_items"], { resultControls: true });
    const filters = [{ fieldName: "nmae", operator: "eq", value: "x" }];
    const result = await client.call(bench.tool("list_items"), { _results: { filters } });
    expect(result.content.map(({ text }) => text).join("\n")).toMatch(/"nmae".*"name"/);
    const picked = await client.call(bench.tool("list_items"), { _results: { top: 1, fields: ["nmae"] } });
    expect(picked.content.map(({ text }) => text)).toEqual(["[{}]", expect.stringMatching(/"nmae".*"name"/)]);
    await client.close();
  });
});

describe("a long result", () => {
  test("is cut at a record's edge and read on", proves("agents.size", "agents.size.read"), async () => {
    const { client } = await openToolset(["list_items", "list_wrapped"], { resultBytes: 500 });
    const readOn = (await client.list()).find(({ name }) => name === "bowline_read_result");
    expect(readOn?.inputSchema.properties?.offset?.description).toMatch(/first record .* first character/);
    await expect(client.call("bowline_read_results")).rejects.toThrow('Did you mean "bowline_read_result"?');
    const first = await client.call(bench.tool("list_items"));
    expect(first.content[0]?.text?.length).toBeLessThanOrEqual(500);
    expect(first.content[1]?.text).toContain("of 50");
    const historyId = first._meta?.["bowline/historyId"];
    const read = readList(first);
    while (read.length < 50) {
      const part = await client.call("bowline_read_result", { historyId, offset: read.length });
      expect(part.content[0]?.text?.length).toBeLessThanOrEqual(500);
      read.push(...readList(part));
    }
    expect(read).toEqual(bench.downstream.items);
    const past = await client.call("bowline_read_result", { historyId, offset: 60 });
    expect(past.content[1]?.text).toContain("only 50");
    const wrapped = await client.call(bench.tool("list_wrapped"));
    expect(wrapped.structuredContent).toMatchObject({ next: "page-2" });
    const { data } = wrapped.structuredContent as { data: unknown[] };
    expect(data.length).toBeLessThan(20);
    expect(bench.downstream.requests).toHaveLength(2);
    await client.close();
  });

  test(
    "is kept for reading on when it is longer than the history keeps otherwise",
    proves("agents.size.read"),
    async () => {
      bench.downstream.items = Array.from({ length: 200 }, (_, id) => ({ id, text: "x".repeat(1000) }));
      const { client } = await openToolset(["list_items"], { resultBytes: 50_000 });
      const first = await client.call(bench.tool("list_items"));
      const offset = readList(first).length;
      const historyId = first._meta?.["bowline/historyId"];
      const second = await client.call("bowline_read_result", { historyId, offset });
      expect(readList(second)[0]).toEqual(bench.downstream.items[offset]);
      await client.close();
    },
  );

  test(
    "has records that are too long themselves, and they are read on",
    proves("agents.size.record"),
    async () => {
      bench.downstream.items = [1, 2].map((id) => ({ id, text: "x".repeat(1200) }));
      const { client } = await openToolset(["list_items"], { resultBytes: 500 });
      let part = await client.call(bench.tool("list_items"));
      let read = "";
      for (let count = 0; count < 6; count++) {
        read += part.content[0]?.text;
        const next = /bowline_read_result (\{.*\})/.exec(part.content[1]?.text ?? "")?.[1];
        if (next === undefined) {
          break;
        }
        part = await client.call("bowline_read_result", JSON.parse(next));
      }
      expect(read).toBe(bench.downstream.items.map((item) => JSON.stringify(item)).join(""));
      await client.close();
    },
  );

  test("has 100,000 characters where nothing is set", proves("agents.size.default"), async () => {
    bench.downstream.items = Array.from({ length: 300 }, (_, id) => ({ id, text: "x".repeat(1000) }));
    const { client } = await openToolset(["list_items", "read_large"], {});
    expect((await client.list()).map(({ name }) => name)).not.toContain("bowline_read_result");
    const result = await client.call(bench.tool("list_items"));
    const length = result.content[0]?.text?.length ?? 0;
    expect(length).toBeLessThanOrEqual(100_000);
    expect(length).toBeGreaterThan(90_000);
    expect(result.content[1]?.text).toMatch(/of 300 .*Ask for less/);
    const large = await client.call(bench.tool("read_large"), { bytes: 300_000 });
    expect(large.content[0]?.text).toHaveLength(100_000);
    expect(large.structuredContent).toBeUndefined();
    await client.close();
  });

  test("of another caller or toolset cannot be read", proves("agents.size.foreign"), async () => {
    const one = await openToolset(["list_items"], { resultBytes: 500 });
    const other = await openToolset(["list_items"], { resultBytes: 500 });
    const historyId = (await one.client.call(bench.tool("list_items")))._meta?.["bowline/historyId"];
    const refused = await other.client.call("bowline_read_result", { historyId, offset: 1 });
    expect(refused).toMatchObject({ isError: true, structuredContent: { errorCode: "NOT_FOUND" } });
    const missing = await one.client.call("bowline_read_result", { historyId: 2_000_000_000, offset: 1 });
    expect(missing).toMatchObject({ isError: true, structuredContent: { errorCode: "NOT_FOUND" } });
    await Promise.all([one.client.close(), other.client.close()]);
  });
});

describe("the tools of /mcp", () => {
  let client: AnyClient;
  beforeAll(async () => {
    client = await connectClient("newest", "/mcp", key);
  });

  test("find a tool and describe it", proves("agents.meta.search", "agents.meta.get"), async () => {
    const found = await client.call("bowline_search_tools", {
      query: "replace an item",
      applicationSlug: bench.application.slug,
      top: 3,
    });
    const slug = bench.tool("update_item");
    const { tools } = found.structuredContent as { tools: JsonObject[] };
    expect(tools[0]).toMatchObject({
      toolSlug: slug,
      applicationSlug: bench.application.slug,
      isReadOnly: false,
    });
    expect(tools.length).toBeLessThanOrEqual(3);
    const described = await client.call("bowline_get_tool", { toolSlug: slug });
    expect(described.structuredContent).toMatchObject({
      toolSlug: slug,
      inputSchema: { type: "object", required: expect.arrayContaining(["itemId"]) },
    });
    const whole = await client.call("bowline_get_tool", { toolSlug: slug, schemas: "full" });
    const record = await succeed<JsonObject>(bench.caller.get(`/v1/tools/${slug}`));
    expect(whole.structuredContent).toMatchObject({ inputSchema: record.inputSchema });
    const unknown = await client.call("bowline_get_tool", { toolSlug: `${slug}s` });
    expect(unknown.content[0]?.text).toContain(`Did you mean "${slug}"?`);
    const blank = await client.call("bowline_search_tools", { query: " " });
    expect(blank.content[0]?.text).toBe("query: Must not be empty.");
    const empty = await client.call("bowline_search_tools", {});
    expect(empty.structuredContent).toMatchObject({
      errorCode: "VALIDATION_ERROR",
      details: [{ field: "query" }],
    });
  });

  test("execute a tool", proves("agents.meta.execute"), async () => {
    const toolSlug = bench.tool("list_items");
    const results = { filters: [{ fieldName: "id", operator: "eq", value: 3 }], fields: ["name"] };
    const result = await client.call("bowline_execute_tool", {
      toolSlug,
      fields: { color: "blue" },
      results,
    });
    expect(readList(result)).toEqual([{ name: "Item 3" }]);
    expect(result._meta?.["bowline/connectionId"]).toBe(bench.connection.connectionId);
    const stranger = await hireActor();
    const foreign = await connectClient("newest", "/mcp", { "x-api-key": stranger.apiKey });
    const { connectionId } = bench.connection;
    const refused = await foreign.call("bowline_execute_tool", { toolSlug, connectionId });
    expect(refused).toMatchObject({ isError: true, structuredContent: { errorCode: "FORBIDDEN" } });
    expect(bench.downstream.requests).toHaveLength(1);
    const misplaced = await client.call("bowline_execute_tool", { toolSlug, top: 1, filters: [] });
    expect(misplaced.structuredContent?.details).toEqual([
      { field: "top", issue: 'Belongs under "results".' },
      { field: "filters", issue: 'Belongs under "results".' },
    ]);
    expect(misplaced.content[0]?.text).toContain('top: Belongs under "results".');
    const empty = { toolSlug, fields: null, connectionId: null, results: null };
    expect((await client.call("bowline_execute_tool", empty)).isError).not.toBe(true);
    const wrong = await client.call("bowline_execute_tool", { toolSlug: bench.tool("get_item"), fields: {} });
    expect(wrong.structuredContent).toMatchObject({
      details: [{ field: "fields.itemId", issue: "Is required." }],
    });
    await foreign.close();
  });

  test("tell an agent what it can do with them", proves("agents.meta.words"), async () => {
    const textOf = async (name: string, input: JsonObject) => {
      const text = (await client.call(name, input)).content[0]?.text ?? "";
      expect(text).not.toContain("/v1/");
      return text;
    };
    for (const name of ["bowline_get_tool", "bowline_execute_tool"]) {
      expect(await textOf(name, { toolSlug: "no_such_thing" })).toContain("with bowline_search_tools.");
    }
    expect(await textOf("bowline_connect", { applicationSlug: "zzzzzz" })).toContain("bowline_search_tools");
    const nowhere = { toolSlug: bench.tool("list_items"), connectionId: 2_000_000_000 };
    expect(await textOf("bowline_execute_tool", nowhere)).toContain("with bowline_list_connections.");
    expect(await textOf("bowline_search_tools", { query: "item", top: 500 })).toMatch(/^top: /);
    const nothing = { query: "zzzzzz", applicationSlug: bench.application.slug };
    expect(await textOf("bowline_search_tools", nothing)).toContain("leave out applicationSlug");
    await expect(client.call(bench.tool("list_items"))).rejects.toThrow(/with bowline_execute_tool/);
    const stranger = await hireActor();
    const foreign = await connectClient("newest", "/mcp", { "x-api-key": stranger.apiKey });
    const toolSlug = bench.tool("list_items");
    const missing = (await foreign.call("bowline_execute_tool", { toolSlug })).content[0]?.text;
    expect(missing).not.toContain("/v1/");
    expect(missing).toContain("Or name one of bowline_list_connections as connectionId.");
    await foreign.close();
    const input = { toolSlug, fields: null, connectionId: null, results: null };
    expect((await client.call("bowline_execute_tool", input)).isError).not.toBe(true);
  });

  test("execute only tools that read for a read-only key", proves("agents.list.read-only"), async () => {
    const reader = await makeKey(bench.caller, { name: "reader", readOnly: true });
    const reading = await connectClient("newest", "/mcp", { "x-api-key": reader.apiKey });
    const toolSlug = bench.tool("delete_item");
    const refused = await reading.call("bowline_execute_tool", { toolSlug, fields: { itemId: 1 } });
    expect(refused).toMatchObject({ isError: true, structuredContent: { errorCode: "TOOL_NOT_PERMITTED" } });
    const found = await reading.call("bowline_search_tools", { query: "delete an item", top: 50 });
    expect(found.content[0]?.text).not.toContain(toolSlug);
    expect((await reading.call("bowline_connect", { applicationSlug: bench.application.slug })).isError).toBe(
      true,
    );
    expect(bench.downstream.requests).toEqual([]);
    await reading.close();
  });

  test("list the caller's connections only", proves("agents.meta.connections"), async () => {
    const listed = await client.call("bowline_list_connections", { applicationSlug: bench.application.slug });
    expect(listed.structuredContent).toMatchObject({
      totalCount: 1,
      connections: [{ connectionId: bench.connection.connectionId, isDefault: true, status: "active" }],
    });
    const stranger = await hireActor();
    const foreign = await connectClient("newest", "/mcp", { "x-api-key": stranger.apiKey });
    expect((await foreign.call("bowline_list_connections")).structuredContent).toMatchObject({
      totalCount: 0,
    });
    await foreign.close();
  });

  test("say what to do about several connections", proves("agents.call.ambiguous"), async () => {
    const caller = await hireActor();
    const both = [await connect(caller, bench.application), await connect(caller, bench.application)];
    const toolSlugs = [bench.tool("list_items")];
    const connections = both.map(({ connectionId, applicationSlug }) => ({
      connectionId,
      applicationSlug,
      toolSlugs,
    }));
    const toolset = await succeed<Toolset>(caller.post("/v1/toolsets", { name: "Both", connections }));
    const agent = await connectClient("newest", `/mcp/${toolset.toolsetId}`, { "x-api-key": caller.apiKey });
    const refused = await agent.call(toolSlugs[0] ?? "", {});
    expect(refused.structuredContent?.errorCode).toBe("AMBIGUOUS_CONNECTION");
    expect(refused.content[0]?.text).toMatch(/Ask the user to make one of them the default/);
    expect(refused.content[0]?.text).not.toMatch(/connectionId|\/v1\//);
    await agent.close();
  });

  test("offer a link to connect", proves("agents.meta.connect", "agents.call.no-connection"), async () => {
    const applicationSlug = bench.application.slug;
    const link = await client.call("bowline_connect", { applicationSlug });
    expect(link.structuredContent?.connectUrl).toMatch(/^http.*\/connect/);
    const stranger = await hireActor();
    const foreign = await connectClient("newest", "/mcp", { "x-api-key": stranger.apiKey });
    const missing = await foreign.call("bowline_execute_tool", { toolSlug: bench.tool("list_items") });
    expect(missing).toMatchObject({
      isError: true,
      structuredContent: { errorCode: "NO_DEFAULT_CONNECTION" },
    });
    expect(missing.content[0]?.text).toMatch(/connect .* at http.*\/connect/);
    expect((await foreign.call("bowline_connect", { applicationSlug: uniqueName("no") })).isError).toBe(true);
    expect((await succeed<JsonObject>(theAdmin().get(`/v1/applications/${applicationSlug}`))).slug).toBe(
      applicationSlug,
    );
    await foreign.close();
  });
});
