import type { JsonSchema } from "../types.generated.ts";
import type { AdapterOptions } from "./adapter-options.ts";
import type { CallableToolset } from "./callable-toolset.ts";
import { runToolCall } from "./run-tool-call.ts";

/** A tool of Anthropic's messages. */
export interface AnthropicMessageTool {
  name: string;
  description: string;
  input_schema: JsonSchema & { type: "object" };
}

/** The part of a user's message with the result of one call. */
export interface AnthropicToolResult {
  type: "tool_result";
  tool_use_id: string;
  content: string;
  is_error: boolean;
}

interface ContentBlock {
  type: string;
  id?: string;
  name?: string;
  input?: unknown;
}

/** A toolset's tools for `messages.create`. A call that fails becomes text for the model. */
export interface AnthropicTools {
  tools: AnthropicMessageTool[];
  /** Runs the calls in a message and returns the user's message with their results. Empty when the model calls nothing. */
  handleToolCalls(
    message: { content: readonly object[] },
    options?: { signal?: AbortSignal | undefined },
  ): Promise<{ role: "user"; content: AnthropicToolResult[] }[]>;
}

export async function buildAnthropicTools(
  toolset: CallableToolset,
  options: AdapterOptions,
): Promise<AnthropicTools> {
  const definitions = await toolset.definitions("anthropic", options).toArray();
  return {
    tools: definitions.map((definition) => ({
      ...definition,
      input_schema: { ...definition.input_schema, type: "object" },
    })),
    async handleToolCalls(message, { signal } = {}) {
      const calls = (message.content as readonly ContentBlock[]).filter(({ type }) => type === "tool_use");
      const content = await Promise.all(
        calls.map(async ({ id = "", name = "", input }): Promise<AnthropicToolResult> => {
          const { isError, text } = await runToolCall(toolset, name, input, signal);
          return { type: "tool_result", tool_use_id: id, content: text, is_error: isError };
        }),
      );
      return content.length === 0 ? [] : [{ role: "user", content }];
    },
  };
}
