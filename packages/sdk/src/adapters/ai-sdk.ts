import { BowlineError } from "../errors.ts";
import type { AdapterOptions } from "./adapter-options.ts";
import type { CallableToolset } from "./callable-toolset.ts";
import { runToolCall } from "./run-tool-call.ts";

/** A tool in a form that fits the types of `ai`, and of others that take its tools, such as Mastra. */
export interface AiSdkTool {
  description: string;
  // biome-ignore lint/suspicious/noExplicitAny: It is a schema of `ai`, for which each of the others has a type of its own.
  inputSchema: any;
  execute(input: unknown, options: { abortSignal?: AbortSignal | undefined }): Promise<string>;
}

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

/** A toolset's tools for `generateText` and `streamText`. A call that fails becomes text for the model. */
export interface AiSdkTools {
  /** By name. Both functions run them by themselves. */
  tools: Record<string, AiSdkTool>;
  /** Runs calls, for a loop that runs the tools itself. Returns the message to append; empty when there are none. */
  handleToolCalls(
    result: { toolCalls: readonly ToolCall[] },
    options?: { signal?: AbortSignal | undefined },
  ): Promise<AiSdkToolMessage[]>;
}

export async function buildAiSdkTools(
  toolset: CallableToolset,
  options: AdapterOptions,
): Promise<AiSdkTools> {
  const [definitions, { jsonSchema }] = await Promise.all([
    toolset.definitions("mcp", options).toArray(),
    loadPackage(),
  ]);
  const run = async (name: string, input: unknown, signal: AbortSignal | undefined) =>
    (await runToolCall(toolset, name, input, signal)).text;
  return {
    tools: Object.fromEntries(
      definitions.map(({ name, description, inputSchema }): [string, AiSdkTool] => [
        name,
        {
          description: description ?? "",
          inputSchema: jsonSchema(inputSchema),
          execute: (input, { abortSignal }) => run(name, input, abortSignal),
        },
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
