import { BowlineError } from "../errors.ts";
import type { AdapterOptions } from "./adapter-options.ts";
import type { CallableToolset } from "./callable-toolset.ts";
import { runToolCall } from "./run-tool-call.ts";

// biome-ignore lint/suspicious/noTsIgnore: The comment must stay in the published types, where the package may be missing.
/** @ts-ignore Without the package `ai` this is `any`. */
type ToolSet = import("ai").ToolSet;

/** A message with the results of calls. */
export interface AiSdkToolMessage {
  role: "tool";
  content: {
    type: "tool-result";
    toolCallId: string;
    toolName: string;
    output: { type: "text" | "error-text"; value: string };
  }[];
}

interface ToolCall {
  toolCallId: string;
  toolName: string;
  input: unknown;
}

export interface AiSdkTools {
  /** The tools by name. `generateText` and `streamText` run them by themselves. */
  tools: ToolSet;
  /** Runs calls, for a loop that runs the tools itself. Returns the message to append; empty when there are none. */
  handleToolCalls(
    result: { toolCalls: readonly ToolCall[] },
    options?: { signal?: AbortSignal },
  ): Promise<AiSdkToolMessage[]>;
}

export async function buildAiSdkTools(
  toolset: CallableToolset,
  options: AdapterOptions,
): Promise<AiSdkTools> {
  const [definitions, { jsonSchema, tool }] = await Promise.all([
    toolset.definitions("mcp", options).toArray(),
    loadPackage(),
  ]);
  const run = async (name: string, input: unknown, signal: AbortSignal | undefined) =>
    (await runToolCall(toolset, name, input, signal)).text;
  return {
    tools: Object.fromEntries(
      definitions.map(({ name, description, inputSchema }) => [
        name,
        tool({
          description: description ?? "",
          inputSchema: jsonSchema(inputSchema),
          execute: (input: unknown, { abortSignal }: { abortSignal?: AbortSignal | undefined }) =>
            run(name, input, abortSignal),
        }),
      ]),
    ),
    async handleToolCalls({ toolCalls }, { signal } = {}) {
      const content = await Promise.all(
        toolCalls.map(
          async ({ toolCallId, toolName, input }): Promise<AiSdkToolMessage["content"][number]> => {
            const { isError, text } = await runToolCall(toolset, toolName, input, signal);
            const output = { type: isError ? "error-text" : "text", value: text } as const;
            return { type: "tool-result", toolCallId, toolName, output };
          },
        ),
      );
      return content.length === 0 ? [] : [{ role: "tool", content }];
    },
  };
}

/** Inside `try`, because a bundler refuses other imports of a package that is not installed. */
async function loadPackage() {
  try {
    return await import("ai");
  } catch (cause) {
    throw new BowlineError('for("ai-sdk") needs the package ai. Run `npm install ai`.', { cause });
  }
}
