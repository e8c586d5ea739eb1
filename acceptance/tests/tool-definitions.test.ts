import { describe, expect, test } from "vitest";
import { theAdmin, uniqueName } from "../support/actors.ts";
import { refuse, succeed } from "../support/caller.ts";
import { proves } from "../support/proves.ts";
import type { ListOf, Tool } from "../support/records.ts";
import { useWorkbench } from "../support/workbench.ts";

const bench = useWorkbench();

interface NamedDefinition {
  name: string;
  description: string;
}

const readDescriptions = (definitions: NamedDefinition[]): Record<string, string> =>
  Object.fromEntries(definitions.map(({ name, description }) => [name, description]));

function list<Item>(query: Record<string, string>): Promise<ListOf<Item>> {
  return succeed<ListOf<Item>>(
    bench.caller.get("/v1/tools", { applicationSlug: bench.application.slug, ...query }),
  );
}

test("view=input omits only the output schema", proves("tools.view.input"), async () => {
  const full = await list<Tool>({});
  const expected = full.items.map(({ outputSchema: _, ...rest }) => rest);
  expect((await list<Tool>({ view: "input" })).items).toEqual(expected);
  const one = await succeed<Tool>(bench.caller.get(`/v1/tools/${bench.tool("get_item")}`, { view: "input" }));
  expect(expected).toContainEqual(one);
});

describe("a definition", () => {
  test("for OpenAI is a function tool", proves("tools.format.openai"), async () => {
    const { items, totalCount } = await list<{ type: string; function: Record<string, unknown> }>({
      format: "openai",
    });
    expect(items).toHaveLength(totalCount);
    for (const item of items) {
      expect(Object.keys(item)).toEqual(["type", "function"]);
      expect(item.type).toBe("function");
      expect(Object.keys(item.function)).toEqual(["name", "description", "parameters"]);
      expect(item.function.name).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
      expect(item.function.parameters).toMatchObject({ type: "object", properties: {} });
    }
    const tool = await succeed<Tool>(bench.caller.get(`/v1/tools/${bench.tool("create_item")}`));
    const one = await succeed(
      bench.caller.get(`/v1/tools/${bench.tool("create_item")}`, { format: "openai" }),
    );
    expect(one).toEqual({
      type: "function",
      function: { name: tool.slug, description: tool.description, parameters: tool.inputSchema },
    });
    expect(items).toContainEqual(one);
  });

  test("for Anthropic has an input_schema", proves("tools.format.anthropic"), async () => {
    const tool = await succeed<Tool>(bench.caller.get(`/v1/tools/${bench.tool("create_item")}`));
    const { items } = await list({ format: "anthropic", view: "input" });
    expect(items).toContainEqual({
      name: tool.slug,
      description: tool.description,
      input_schema: tool.inputSchema,
    });
  });

  test(
    "for MCP has a title, hints and an output schema of an object",
    proves("tools.format.mcp"),
    async () => {
      const tool = await succeed<Tool>(bench.caller.get(`/v1/tools/${bench.tool("get_item")}`));
      const expected = {
        name: tool.slug,
        title: tool.name,
        description: tool.description,
        inputSchema: tool.inputSchema,
        outputSchema: tool.outputSchema,
        annotations: tool.annotations,
      };
      const { items } = await list<{ name: string }>({ format: "mcp" });
      expect(items).toContainEqual(expected);
      const { outputSchema: _, ...withoutOutput } = expected;
      expect((await list({ format: "mcp", view: "input" })).items).toContainEqual(withoutOutput);
      const returnsArray = items.find(({ name }) => name === bench.tool("list_items"));
      expect(returnsArray).not.toHaveProperty("outputSchema");
    },
  );

  test(
    "says what the tool is about when its description does not",
    proves("tools.format.subject"),
    async () => {
      const slug = uniqueName("keys");
      const responses = { "200": { description: "ok" } };
      const document = {
        openapi: "3.1.0",
        info: { title: "Keys", version: "1" },
        servers: [{ url: "https://keys.example.com" }],
        paths: {
          "/keys": {
            get: {
              operationId: "listKeys",
              summary: "List your keys",
              description: "Sorted by id.",
              responses,
            },
            post: { operationId: "createKey", summary: "Create a key", responses },
            delete: {
              operationId: "clear",
              summary: "Delete keys",
              description: "Ends every key.",
              responses,
            },
          },
        },
      };
      await succeed(theAdmin().post("/v1/applications", { source: "openapi", slug, document }));
      const prefix = slug.replaceAll("-", "_");
      const described = {
        [`${prefix}_list_keys`]: "List your keys. Sorted by id.",
        [`${prefix}_create_key`]: "Create a key",
        [`${prefix}_clear`]: "Ends every key.",
      };
      const query = { applicationSlug: slug };
      const openAi = await list<{ function: NamedDefinition }>({ ...query, format: "openai" });
      expect(readDescriptions(openAi.items.map((item) => item.function))).toEqual(described);
      for (const format of ["anthropic", "mcp"]) {
        expect(readDescriptions((await list<NamedDefinition>({ ...query, format })).items)).toEqual(
          described,
        );
      }
    },
  );

  test("always has its input schema", proves("tools.format.summary"), async () => {
    const query = { format: "mcp", view: "summary" };
    await refuse(bench.caller.get("/v1/tools", query), "VALIDATION_ERROR", ["view"]);
  });
});
