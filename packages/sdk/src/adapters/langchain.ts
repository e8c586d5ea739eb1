import { BowlineError } from "../errors.ts";
import type { AdapterOptions } from "./adapter-options.ts";
import type { CallableToolset } from "./callable-toolset.ts";
import { runToolCall } from "./run-tool-call.ts";

// biome-ignore lint/suspicious/noTsIgnore: The comment must stay in the published types, where the package may be missing.
/** @ts-ignore Without the package `@langchain/core` this is `any`. */
type StructuredTool = import("@langchain/core/tools").DynamicStructuredTool;
// biome-ignore lint/suspicious/noTsIgnore: The comment must stay in the published types, where the package may be missing.
/** @ts-ignore Without the package `@langchain/core` this is `any`. */
type ToolMessage = import("@langchain/core/messages").ToolMessage;

interface ToolCall {
  id?: string | undefined;
  name: string;
  args: Record<string, unknown>;
}

/** A toolset's tools for LangChain. A call that fails becomes text for the model. */
export interface LangChainTools {
  /** For `bindTools`, and for agents, which run them by themselves. */
  tools: StructuredTool[];
  /** Runs the calls in a model's message, for a loop that runs the tools itself. */
  handleToolCalls(
    message: { tool_calls?: readonly ToolCall[] | undefined },
    options?: { signal?: AbortSignal | undefined },
  ): Promise<ToolMessage[]>;
}

export async function buildLangChainTools(
  toolset: CallableToolset,
  options: AdapterOptions,
): Promise<LangChainTools> {
  const [definitions, { tool, ToolMessage: message }] = await Promise.all([
    toolset.definitions("mcp", options).toArray(),
    loadPackage(),
  ]);
  return {
    tools: definitions.map(({ name, description, inputSchema }) =>
      tool(
        async (input: unknown, config: { signal?: AbortSignal }) =>
          (await runToolCall(toolset, name, input, config.signal)).text,
        { name, description: description ?? "", schema: inputSchema },
      ),
    ),
    async handleToolCalls({ tool_calls: calls = [] }, { signal } = {}) {
      return Promise.all(
        calls.map(async ({ id = "", name, args }) => {
          const { isError, text } = await runToolCall(toolset, name, args, signal);
          return new message({
            tool_call_id: id,
            name,
            content: text,
            status: isError ? "error" : "success",
          });
        }),
      );
    },
  };
}

/** Inside `try`, because a bundler refuses other imports of a package that is not installed. */
async function loadPackage() {
  try {
    const { tool } = await import("@langchain/core/tools");
    const { ToolMessage } = await import("@langchain/core/messages");
    return { tool, ToolMessage };
  } catch (cause) {
    throw new BowlineError(
      'for("langchain") needs the package @langchain/core. Run `npm install @langchain/core`.',
      { cause },
    );
  }
}
