import { describe, expect, test } from "vitest";
import { hireActor, theAdmin, uniqueName } from "../support/actors.ts";
import { connect, importDownstream } from "../support/applications.ts";
import { refuse, succeed } from "../support/caller.ts";
import { connectClient } from "../support/mcp-door.ts";
import { proves } from "../support/proves.ts";
import type { ListOf, Tool, Toolset } from "../support/records.ts";
import { useWorkbench } from "../support/workbench.ts";

const bench = useWorkbench();
const recordMembers = [
  "annotations",
  "applicationName",
  "applicationSlug",
  "contextType",
  "description",
  "isDeprecated",
  "name",
  "requiresConnection",
  "resultsPath",
  "scopes",
  "slug",
  "tags",
];
const schemaMembers = ["inputSchema", "outputSchema"];

type Query = Record<string, string | number | boolean>;

function list(query: Query = {}): Promise<ListOf<Tool>> {
  const applicationSlug = bench.application.slug;
  return succeed<ListOf<Tool>>(bench.caller.get("/v1/tools", { applicationSlug, ...query }));
}

async function slugs(query: Query): Promise<string[]> {
  return (await list(query)).items.map(({ slug }) => slug);
}

function get(operation: string): Promise<Tool> {
  return succeed<Tool>(bench.caller.get(`/v1/tools/${bench.tool(operation)}`));
}

describe("a tool record", () => {
  test("has the members of D19", proves("tools.record", "tools.get", "tools.schemas"), async () => {
    const tool = await get("create_item");
    expect(Object.keys(tool).toSorted()).toEqual([...recordMembers, ...schemaMembers].toSorted());
    expect(tool).toMatchObject({
      slug: bench.tool("create_item"),
      applicationSlug: bench.application.slug,
      applicationName: bench.application.record.name,
      contextType: null,
      inputSchema: { type: "object", required: ["title"] },
    });
    expect(Object.keys(tool.annotations).toSorted()).toEqual([
      "destructiveHint",
      "idempotentHint",
      "openWorldHint",
      "readOnlyHint",
    ]);
  });

  test("has annotations that follow the method", proves("tools.annotations"), async () => {
    const read = await get("list_items");
    expect(read.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
    const create = await get("create_item");
    expect(create.annotations).toMatchObject({
      readOnlyHint: false,
      destructiveHint: false,
      idempotentHint: false,
    });
    const replace = await get("update_item");
    expect(replace.annotations).toMatchObject({
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: true,
    });
    const remove = await get("delete_item");
    expect(remove.annotations).toMatchObject({ readOnlyHint: false, destructiveHint: true });
  });

  test("has a resultsPath when the output contains a list", proves("tools.results-path"), async () => {
    expect((await get("list_items")).resultsPath).toBe("");
    expect((await get("list_wrapped")).resultsPath).toBe("/data");
    expect((await get("get_item")).resultsPath).toBeNull();
    expect((await get("read_anything")).resultsPath).toBeNull();
  });

  test(
    "has tags, isDeprecated and requiresConnection",
    proves("tools.tags", "tools.deprecated", "tools.requires-connection"),
    async () => {
      expect((await get("create_item")).tags).toEqual(["items"]);
      expect((await get("read_old")).isDeprecated).toBe(true);
      expect((await get("list_items")).isDeprecated).toBe(false);
      expect((await get("read_public")).requiresConnection).toBe(false);
      expect((await get("list_items")).requiresConnection).toBe(true);
    },
  );

  test(
    "that is deprecated says so to models, also after another import",
    proves("tools.deprecated.told"),
    async () => {
      const slug = uniqueName("old");
      const document = {
        openapi: "3.1.0",
        info: { title: "Old", version: "1" },
        servers: [{ url: bench.downstream.origin }],
        paths: {
          "/old": {
            get: { operationId: "readOld", description: "Reads the old.", deprecated: true, responses: {} },
          },
        },
      };
      const toolSlug = `${slug}_read_old`;
      for (const version of ["1", "2"]) {
        const info = { title: "Old", version };
        await succeed(
          theAdmin().post("/v1/applications", { source: "openapi", slug, document: { ...document, info } }),
        );
        expect(await succeed(bench.caller.get(`/v1/tools/${toolSlug}`))).toMatchObject({
          description: "Reads the old.",
          isDeprecated: true,
        });
        const client = await connectClient("newest", "/mcp", { "x-api-key": bench.caller.apiKey });
        const short = await client.call("bowline_get_tool", { toolSlug });
        expect(JSON.parse(short.content[0]?.text ?? "")).toMatchObject({
          description: "Deprecated. Reads the old.",
          isDeprecated: true,
        });
        await client.close();
        const { items } = await succeed<{ items: { function: { description: string } }[] }>(
          bench.caller.get("/v1/tools", { format: "openai", applicationSlug: slug }),
        );
        expect(items[0]?.function.description).toMatch(/^Deprecated\. /);
      }
    },
  );

  test("that does not exist is 404", proves("tools.get.missing"), async () => {
    await refuse(bench.caller.get("/v1/tools/no_such_tool"), "NOT_FOUND");
    await refuse(bench.caller.get("/v1/tools/no_such_tool/schema"), "NOT_FOUND");
  });
});

test("every $ref of the schemas points into its own $defs", proves("tools.schemas.local-refs"), async () => {
  const node = {
    type: "object",
    properties: { name: { type: "string" }, next: { $ref: "#/components/schemas/Node" } },
  };
  const body = { "application/json": { schema: { $ref: "#/components/schemas/Node" } } };
  const document = {
    openapi: "3.1.0",
    info: { title: "Recursive", version: "1" },
    servers: [{ url: bench.downstream.origin }],
    paths: {
      "/nodes": {
        post: {
          operationId: "add_node",
          requestBody: { content: body },
          responses: { "200": { description: "OK", content: body } },
        },
      },
    },
    components: { schemas: { Node: node } },
  };
  const slug = `${bench.application.slug}r`;
  await succeed(theAdmin().post("/v1/applications", { source: "openapi", slug, document }));
  const { inputSchema, outputSchema } = await succeed<Tool>(bench.caller.get(`/v1/tools/${slug}_add_node`));
  const references = [inputSchema, outputSchema].flatMap((schema) => collectReferences(schema));
  expect(references.length).toBeGreaterThan(0);
  for (const reference of references) {
    expect(reference).toMatch(/^#(\/\$defs\/|$)/);
  }
  expect(Object.keys(inputSchema.properties ?? {}).toSorted()).toEqual(["name", "next"]);
});

function collectReferences(value: unknown): string[] {
  if (typeof value !== "object" || value === null) {
    return [];
  }
  return Object.entries(value).flatMap(([name, member]) =>
    name === "$ref" && typeof member === "string" ? [member] : collectReferences(member),
  );
}

describe("GET /v1/tools", () => {
  test("filters by application", proves("tools.filter.application", "lists.stable-order"), async () => {
    const { items, totalCount } = await list();
    expect(totalCount).toBe(bench.application.result.toolCount);
    expect(new Set(items.map(({ applicationSlug }) => applicationSlug))).toEqual(
      new Set([bench.application.slug]),
    );
    const inOrder = items.map(({ slug }) => slug);
    expect(inOrder).toEqual(inOrder.toSorted());
    expect(await slugs({})).toEqual(inOrder);
  });

  test("of an unknown application is 404", proves("tools.filter.unknown-application"), async () => {
    await refuse(bench.caller.get("/v1/tools", { applicationSlug: "no-such-application" }), "NOT_FOUND");
  });

  test("filters by toolset", proves("tools.filter.toolset"), async () => {
    const toolSlugs = [bench.tool("get_item"), bench.tool("list_items")];
    const { connectionId, applicationSlug } = bench.connection;
    const connections = [{ connectionId, applicationSlug, toolSlugs }];
    const { toolsetId } = await succeed<Toolset>(
      bench.caller.post("/v1/toolsets", { name: "x", connections }),
    );
    const found = await succeed<ListOf<Tool>>(bench.caller.get("/v1/tools", { toolsetId }));
    expect(found.items.map(({ slug }) => slug)).toEqual(toolSlugs.toSorted());
    const stranger = await hireActor();
    await refuse(stranger.get("/v1/tools", { toolsetId }), "FORBIDDEN");
    await refuse(stranger.get("/v1/tools", { toolsetId: "x" }), "VALIDATION_ERROR", ["toolsetId"]);
  });

  test("filters by tag", proves("tools.filter.tag"), async () => {
    const expected = ["create_item", "get_item", "list_items"].map(bench.tool);
    expect(await slugs({ tag: "items" })).toEqual(expected);
    expect(await slugs({ tag: "nothing" })).toEqual([]);
  });

  test("filters by readOnly", proves("tools.filter.read-only"), async () => {
    const [readers, writers] = [await slugs({ readOnly: true }), await slugs({ readOnly: false })];
    expect(readers).toContain(bench.tool("list_items"));
    expect(readers).not.toContain(bench.tool("create_item"));
    expect(writers).toContain(bench.tool("create_item"));
    expect(readers.length + writers.length).toBe(bench.application.result.toolCount);
    await refuse(bench.caller.get("/v1/tools", { readOnly: "perhaps" }), "VALIDATION_ERROR", ["readOnly"]);
  });

  test("omits the schemas with view=summary", proves("tools.view.summary"), async () => {
    const [summary] = (await list({ view: "summary" })).items;
    const [full] = (await list()).items;
    expect(Object.keys(summary ?? {}).toSorted()).toEqual(recordMembers);
    expect(full).toMatchObject({ ...summary });
    await refuse(bench.caller.get("/v1/tools", { view: "tiny" }), "VALIDATION_ERROR", ["view"]);
  });

  test("returns the best match of a search first", proves("tools.search", "search.relevance"), async () => {
    expect((await slugs({ search: "list wrapped envelope" }))[0]).toBe(bench.tool("list_wrapped"));
    expect((await slugs({ search: "create item" }))[0]).toBe(bench.tool("create_item"));
    expect((await slugs({ search: "delete" }))[0]).toBe(bench.tool("delete_item"));
  });

  test("combines all conditions", proves("tools.filter.together"), async () => {
    const query = { search: "item", tag: "items", readOnly: true };
    expect((await slugs(query)).toSorted()).toEqual(["get_item", "list_items"].map(bench.tool));
  });

  test("pages a search", proves("search.pages"), async () => {
    const all = await list({ search: "item" });
    expect(all.totalCount).toBe(all.items.length);
    expect(all.totalCount).toBeGreaterThan(2);
    const page = await list({ search: "item", offset: 1, top: 1 });
    expect(page).toMatchObject({ totalCount: all.totalCount, offset: 1, top: 1 });
    expect(page.items).toEqual([all.items[1]]);
  });

  test("returns an empty list when nothing matches", proves("search.no-match"), async () => {
    expect(await list({ search: "xylophonequagmire" })).toMatchObject({ items: [], totalCount: 0 });
  });

  test("treats a blank search as none", proves("search.blank"), async () => {
    expect(await slugs({ search: "  " })).toEqual(await slugs({}));
    expect(await slugs({ search: "" })).toEqual(await slugs({}));
  });
});

describe("GET /v1/tools/{toolSlug}/schema", () => {
  const path = (operation: string) => `/v1/tools/${bench.tool(operation)}/schema`;

  test("returns the two schemas", proves("tools.schema"), async () => {
    const tool = await get("create_item");
    const schemas = await succeed<Tool>(bench.caller.get(path("create_item")));
    expect(schemas).toEqual({ inputSchema: tool.inputSchema, outputSchema: tool.outputSchema });
  });

  test("accepts only the caller's own connection", proves("tools.schema.connection"), async () => {
    const { connectionId } = bench.connection;
    await succeed(bench.caller.get(path("create_item"), { connectionId }));
    const stranger = await hireActor();
    await refuse(stranger.get(path("create_item"), { connectionId }), "FORBIDDEN");
    await refuse(stranger.get(path("create_item"), { connectionId: 2_000_000_000 }), "NOT_FOUND");
    await refuse(stranger.get(path("create_item"), { connectionId: "x" }), "VALIDATION_ERROR", [
      "connectionId",
    ]);
    const foreign = await connect(bench.caller, await importDownstream(bench.downstream));
    const wrong = bench.caller.get(path("create_item"), { connectionId: foreign.connectionId });
    await refuse(wrong, "VALIDATION_ERROR", ["connectionId"]);
  });
});
