import type { AdapterOptions } from "./adapter-options.ts";
import type { CallableToolset } from "./callable-toolset.ts";
import { loadFunctions } from "./openai-functions.ts";

// biome-ignore lint/suspicious/noTsIgnore: The comment must stay in the published types, where the package may be missing.
/** @ts-ignore Without the package `@openai/agents` this is `any`. */
type AgentTool = import("@openai/agents").FunctionTool;

/** A toolset's tools for an agent. A call that fails becomes text for the model. */
export interface OpenAiAgentsTools {
  /** For `new Agent({ tools })`, whose runs call them by themselves. */
  tools: AgentTool[];
}

export async function buildOpenAiAgentsTools(
  toolset: CallableToolset,
  options: AdapterOptions,
): Promise<OpenAiAgentsTools> {
  const { functions, run } = await loadFunctions(toolset, options);
  return {
    tools: functions.map(
      ({ name, description, parameters, strict }): AgentTool => ({
        type: "function",
        name,
        description,
        // The framework passes the schema on to the model as it is.
        parameters: parameters as AgentTool["parameters"],
        strict,
        invoke: (_context: unknown, input: string, details?: { signal?: AbortSignal }) =>
          run(name, input, details?.signal),
        // Bowline's own approvals belong to the toolset.
        needsApproval: async () => false,
        isEnabled: async () => true,
      }),
    ),
  };
}
