import { completeInput, dropLookaround } from "@bowline/catalog";
import type { AnthropicTool, DefinitionFormat, McpTool, OpenAiTool } from "@bowline/contract";
import { cutText } from "../../cut-text.ts";
import { flattenRoot } from "./flatten-root.ts";

type JsonSchema = Record<string, unknown>;

/** The parts of a tool that go into a definition: its summary and its schemas. */
export interface DefinedTool {
  slug: string;
  name: string;
  description: string;
  annotations: McpTool["annotations"];
  inputSchema: JsonSchema;
  /** Null: the definition has none. */
  outputSchema: JsonSchema | null;
}

/** OpenAI refuses a function with a longer description. */
const openAiDescriptionLength = 1024;
/** Anthropic refuses a schema with a member name that does not match. */
const anthropicMemberName = /^[a-zA-Z0-9_.-]{1,64}$/;

/** Builds a tool's definition in the form of a model's API, ready to send to a model (decisions D50). */
export function buildDefinition(
  format: DefinitionFormat,
  tool: DefinedTool,
): OpenAiTool | AnthropicTool | McpTool {
  const inputSchema = dropLookaround(completeInput(flattenRoot(tool.inputSchema)));
  const accepted = { ...tool, inputSchema };
  switch (format) {
    case "openai":
      return buildOpenAiTool(accepted);
    case "anthropic":
      return buildAnthropicTool(accepted);
    case "mcp":
      return buildMcpTool(accepted);
  }
}

function buildOpenAiTool({ slug, description, inputSchema }: DefinedTool): OpenAiTool {
  return {
    type: "function",
    function: {
      name: slug,
      description: cutText(description, openAiDescriptionLength),
      parameters: inputSchema,
    },
  };
}

function buildAnthropicTool({ slug, description, inputSchema }: DefinedTool): AnthropicTool {
  return {
    name: slug,
    description,
    input_schema: dropRefusedNames(inputSchema),
  };
}

/** MCP accepts an output schema only when it describes an object. */
function buildMcpTool({
  slug,
  name,
  description,
  inputSchema,
  outputSchema,
  annotations,
}: DefinedTool): McpTool {
  return {
    name: slug,
    title: name,
    description,
    inputSchema,
    ...(outputSchema?.type === "object" && { outputSchema }),
    annotations,
  };
}

/** Drops optional members whose name would make Anthropic refuse the request. Required ones stay: no call is valid without them. */
export function dropRefusedNames(schema: JsonSchema): JsonSchema {
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const properties = Object.entries((schema.properties ?? {}) as JsonSchema);
  const kept = properties.filter(([name]) => required.has(name) || anthropicMemberName.test(name));
  return kept.length === properties.length ? schema : { ...schema, properties: Object.fromEntries(kept) };
}
