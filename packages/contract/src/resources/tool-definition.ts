import { z } from "zod";
import { jsonSchema, toolSlug } from "./primitives.ts";
import { toolAnnotations } from "./tool.ts";

const described = { name: toolSlug, description: z.string() };

/** A function tool of OpenAI's chat completions. */
const openAiTool = z
  .object({
    type: z.literal("function"),
    function: z.object({ ...described, parameters: jsonSchema }),
  })
  .meta({ id: "OpenAiTool" });

/** A tool of Anthropic's messages. */
const anthropicTool = z.object({ ...described, input_schema: jsonSchema }).meta({ id: "AnthropicTool" });

/** A tool of the Model Context Protocol. */
const mcpTool = z
  .object({
    ...described,
    title: z.string(),
    inputSchema: jsonSchema,
    outputSchema: jsonSchema.optional(),
    annotations: toolAnnotations,
  })
  .meta({ id: "McpTool" });

/** The model APIs that a tool's definition can be written for (decisions D50). */
export const definitionFormats = ["openai", "anthropic", "mcp"] as const;

export type DefinitionFormat = (typeof definitionFormats)[number];

/** A tool's definition in the form chosen by `format`. */
export const toolDefinition = z.union([openAiTool, anthropicTool, mcpTool]);

export type OpenAiTool = z.infer<typeof openAiTool>;
export type AnthropicTool = z.infer<typeof anthropicTool>;
export type McpTool = z.infer<typeof mcpTool>;
