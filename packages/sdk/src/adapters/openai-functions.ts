import type { JsonSchema } from "../types.generated.ts";
import type { AdapterOptions } from "./adapter-options.ts";
import type { CallableToolset } from "./callable-toolset.ts";
import { runToolCall } from "./run-tool-call.ts";
import { prepareSchemas } from "./strict-schema.ts";

/** A function as both of OpenAI's interfaces describe it. */
export interface OpenAiFunction {
  name: string;
  description: string;
  parameters: JsonSchema;
  strict: boolean;
}

/** A toolset's tools as functions, and how one of them is run. */
export interface OpenAiFunctions {
  functions: OpenAiFunction[];
  /** @param input the JSON text that the model wrote */
  run(name: string, input: string, signal: AbortSignal | undefined): Promise<string>;
}

export async function loadFunctions(
  toolset: CallableToolset,
  options: AdapterOptions,
): Promise<OpenAiFunctions> {
  const definitions = await toolset.definitions("openai", options).toArray();
  const strict = options.strict ?? false;
  const schemas = prepareSchemas(
    definitions.map(({ function: { name, parameters } }) => ({ name, schema: parameters })),
    strict,
  );
  return {
    functions: definitions.map(({ function: { name, description } }) => ({
      name,
      description,
      parameters: schemas.read(name),
      strict,
    })),
    run: async (name, input, signal) =>
      (await runToolCall(toolset, name, schemas.clean(name, input), signal)).text,
  };
}
