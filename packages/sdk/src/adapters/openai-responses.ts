import type { AdapterOptions } from "./adapter-options.ts";
import type { CallableToolset } from "./callable-toolset.ts";
import { loadFunctions, type OpenAiFunction } from "./openai-functions.ts";

/** A function tool of OpenAI's responses. */
export interface ResponsesFunctionTool extends OpenAiFunction {
  type: "function";
}

/** The item with the result of one call. */
export interface ResponsesCallOutput {
  type: "function_call_output";
  call_id: string;
  output: string;
}

interface OutputItem {
  type: string;
  call_id?: string | null | undefined;
  name?: string | undefined;
  arguments?: string | undefined;
}

/** A toolset's tools for `responses.create`. A call that fails becomes text for the model. */
export interface ResponsesTools {
  tools: ResponsesFunctionTool[];
  /** Runs the calls in a response and returns one item for each, for the next request's `input`. */
  handleToolCalls(
    response: { output: readonly object[] },
    options?: { signal?: AbortSignal | undefined },
  ): Promise<ResponsesCallOutput[]>;
}

export async function buildResponsesTools(
  toolset: CallableToolset,
  options: AdapterOptions,
): Promise<ResponsesTools> {
  const { functions, run } = await loadFunctions(toolset, options);
  return {
    tools: functions.map((one) => ({ type: "function", ...one })),
    async handleToolCalls(response, { signal } = {}) {
      const calls = (response.output as readonly OutputItem[]).filter(({ type }) => type === "function_call");
      return Promise.all(
        calls.map(async ({ call_id, name = "", arguments: input = "" }): Promise<ResponsesCallOutput> => {
          const output = await run(name, input, signal);
          return { type: "function_call_output", call_id: call_id ?? "", output };
        }),
      );
    },
  };
}
