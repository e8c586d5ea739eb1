import type { JsonSchema } from "../types.generated.ts";
import type { AdapterOptions } from "./adapter-options.ts";
import type { CallableToolset } from "./callable-toolset.ts";
import { runToolCall } from "./run-tool-call.ts";
import { prepareSchemas } from "./strict-schema.ts";

/** A function tool of OpenAI's responses. */
export interface ResponsesFunctionTool {
  type: "function";
  name: string;
  description: string;
  parameters: JsonSchema;
  strict: boolean;
}

/** The item that answers one call. */
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

export interface ResponsesTools {
  tools: ResponsesFunctionTool[];
  /** Runs the calls in a response and returns one item for each, for the next request's `input`. */
  handleToolCalls(
    response: { output: readonly object[] },
    options?: { signal?: AbortSignal },
  ): Promise<ResponsesCallOutput[]>;
}

export async function buildResponsesTools(
  toolset: CallableToolset,
  options: AdapterOptions,
): Promise<ResponsesTools> {
  const definitions = await toolset.definitions("openai", options).toArray();
  const isStrict = options.strict ?? false;
  const schemas = prepareSchemas(
    definitions.map(({ function: { name, parameters } }) => ({ name, schema: parameters })),
    isStrict,
  );
  return {
    tools: definitions.map(({ function: { name, description } }) => ({
      type: "function",
      name,
      description,
      parameters: schemas.read(name),
      strict: isStrict,
    })),
    async handleToolCalls(response, { signal } = {}) {
      const calls = (response.output as readonly OutputItem[]).filter(({ type }) => type === "function_call");
      return Promise.all(
        calls.map(async ({ call_id, name = "", arguments: input = "" }): Promise<ResponsesCallOutput> => {
          const { text } = await runToolCall(toolset, name, schemas.clean(name, input), signal);
          return { type: "function_call_output", call_id: call_id ?? "", output: text };
        }),
      );
    },
  };
}
