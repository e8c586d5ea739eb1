import { expect, test } from "vitest";
import { buildDefinition, type DefinedTool } from "./build-definition.ts";

const tool: DefinedTool = {
  slug: "graph_list_users",
  name: "List users",
  description: "Lists users.",
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  inputSchema: {
    type: "object",
    properties: { $top: { type: "integer" }, $id: { type: "string" }, name: { type: "string" } },
    required: ["$id"],
    additionalProperties: false,
    anyOf: [{ required: ["name"] }, { required: ["$top"] }],
  },
  outputSchema: { type: "array" },
};

const { anyOf: _, ...withoutAnyOf } = tool.inputSchema;

test("OpenAI gets a description it accepts, and no anyOf at the root", () => {
  const long = { ...tool, description: "word ".repeat(500) };
  const definition = buildDefinition("openai", long) as {
    function: { description: string; parameters: object };
  };
  expect(definition.function.description.length).toBeLessThanOrEqual(1024);
  expect(definition.function.description).toMatch(/^word .* w?o?r?d?…$/);
  expect(definition.function.parameters).toEqual(withoutAnyOf);
});

test("Anthropic gets no optional member with a name it refuses", () => {
  expect(buildDefinition("anthropic", tool)).toMatchObject({
    name: "graph_list_users",
    input_schema: { properties: { $id: { type: "string" }, name: { type: "string" } }, required: ["$id"] },
  });
  expect(buildDefinition("anthropic", tool)).not.toHaveProperty("input_schema.properties.$top");
});

test("MCP gets the members of the input schema, and an output schema only when it describes an object", () => {
  expect(buildDefinition("mcp", tool)).toEqual({
    name: "graph_list_users",
    title: "List users",
    description: "Lists users.",
    inputSchema: withoutAnyOf,
    annotations: tool.annotations,
  });
  const outputSchema = { type: "object" };
  expect(buildDefinition("mcp", { ...tool, outputSchema })).toMatchObject({ outputSchema });
});

test.each(["openai", "anthropic", "mcp"] as const)("%s gets items of every array", (format) => {
  const inputSchema = { type: "object", properties: { value: { type: ["string", "array"] } } };
  const definition = JSON.stringify(buildDefinition(format, { ...tool, inputSchema }));
  expect(definition).toContain('{"type":["string","array"],"items":{}}');
});

test.each(["openai", "anthropic", "mcp"] as const)(
  "%s gets properties of an input without members, and no pattern that looks around",
  (format) => {
    const build = (inputSchema: Record<string, unknown>) =>
      JSON.stringify(buildDefinition(format, { ...tool, inputSchema }));
    expect(build({ type: "object" })).toContain('{"type":"object","properties":{}}');
    expect(build({ type: "object", anyOf: [{}] })).toContain('{"type":"object","properties":{}}');
    const email = { type: "string", pattern: "^(?!\\.)[^@]+@[^@]+$" };
    expect(build({ type: "object", properties: { email } })).toContain(
      '"properties":{"email":{"type":"string"}}',
    );
  },
);
