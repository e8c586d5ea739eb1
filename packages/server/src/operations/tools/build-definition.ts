import type { AnthropicTool, DefinitionFormat, McpTool, OpenAiTool } from "@bowline/contract";

type JsonSchema = Record<string, unknown>;

/** What a definition is made of: a tool's summary and its schemas. */
export interface DefinedTool {
  slug: string;
  name: string;
  description: string;
  annotations: McpTool["annotations"];
  inputSchema: JsonSchema;
  /** Null: it is left out. */
  outputSchema: JsonSchema | null;
}

/** OpenAI refuses a request with a longer description of a function. */
const openAiDescriptionLength = 1024;
/** Anthropic refuses a request in which a member has another name. */
const anthropicMemberName = /^[a-zA-Z0-9_.-]{1,64}$/;
/** Neither of the two takes these at the root of a schema. The server checks the whole schema when the tool is executed. */
const refusedAtRoot = new Set(["oneOf", "anyOf", "allOf", "not", "enum", "if", "then", "else"]);

/** Builds a tool's definition as an interface wants it, ready to hand to a model (decisions D50). */
export function buildDefinition(
  format: DefinitionFormat,
  tool: DefinedTool,
): OpenAiTool | AnthropicTool | McpTool {
  switch (format) {
    case "openai":
      return buildOpenAiTool(tool);
    case "anthropic":
      return buildAnthropicTool(tool);
    case "mcp":
      return buildMcpTool(tool);
  }
}

function buildOpenAiTool({ slug, description, inputSchema }: DefinedTool): OpenAiTool {
  return {
    type: "function",
    function: {
      name: slug,
      description: cutText(description, openAiDescriptionLength),
      parameters: dropRefusedAtRoot(inputSchema),
    },
  };
}

function buildAnthropicTool({ slug, description, inputSchema }: DefinedTool): AnthropicTool {
  return {
    name: slug,
    description,
    input_schema: dropUnnameable(dropRefusedAtRoot(inputSchema)),
  };
}

/** The protocol takes an output schema only when it describes an object. */
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

function dropRefusedAtRoot(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => !refusedAtRoot.has(keyword)));
}

/** One member that cannot be named would have the whole request refused. A required one stays: without it no call could be right. */
function dropUnnameable(schema: JsonSchema): JsonSchema {
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const properties = Object.entries((schema.properties ?? {}) as JsonSchema);
  const kept = properties.filter(([name]) => required.has(name) || anthropicMemberName.test(name));
  return kept.length === properties.length ? schema : { ...schema, properties: Object.fromEntries(kept) };
}

function cutText(text: string, length: number): string {
  return text.length <= length
    ? text
    : `${text
        .slice(0, length - 1)
        .trimEnd()
        .toWellFormed()}…`;
}
