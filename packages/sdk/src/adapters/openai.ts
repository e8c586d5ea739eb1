import type { AdapterOptions } from "./adapter-options.ts";
import type { CallableToolset } from "./callable-toolset.ts";
import { loadFunctions, type OpenAiFunction } from "./openai-functions.ts";

/** A function tool of OpenAI's chat completions. */
export interface OpenAiFunctionTool {
  type: "function";
  function: OpenAiFunction;
}

/** A message with the result of one call. */
export interface OpenAiToolMessage {
  role: "tool";
  tool_call_id: string;
  content: string;
}

interface Message {
  tool_calls?:
    | readonly { id: string; type: string; function?: { name: string; arguments: string } | undefined }[]
    | null
    | undefined;
}

/** A toolset's tools for `chat.completions.create`. A call that fails becomes text for the model. */
export interface OpenAiTools {
  tools: OpenAiFunctionTool[];
  /**
   * Runs the calls in a completion or in its message, and returns one message for each, to append after the model's own.
   * Empty when the model calls nothing.
   */
  handleToolCalls(
    response: Message | { choices: readonly { message: Message }[] },
    options?: { signal?: AbortSignal | undefined },
  ): Promise<OpenAiToolMessage[]>;
}

export async function buildOpenAiTools(
  toolset: CallableToolset,
  options: AdapterOptions,
): Promise<OpenAiTools> {
  const { functions, run } = await loadFunctions(toolset, options);
  return {
    tools: functions.map((one) => ({ type: "function", function: one })),
    async handleToolCalls(response, { signal } = {}) {
      const message = "choices" in response ? response.choices[0]?.message : response;
      const calls = (message?.tool_calls ?? []).filter((call) => call.function !== undefined);
      return Promise.all(
        calls.map(async (call): Promise<OpenAiToolMessage> => {
          const { name = "", arguments: input = "" } = call.function ?? {};
          return { role: "tool", tool_call_id: call.id, content: await run(name, input, signal) };
        }),
      );
    },
  };
}
