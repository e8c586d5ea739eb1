import type { AdapterOptions } from "./adapters/adapter-options.ts";
import type { CallableToolset } from "./adapters/callable-toolset.ts";
import type { FrameworkTools } from "./adapters/framework-tools.ts";
import type { ApiCall } from "./call.ts";
import { BowlineError } from "./errors.ts";
import type { ListCall } from "./page.ts";
import type { CallOptions } from "./request.ts";
import type { ExecuteOptions, ToolDefinitions, Tools } from "./resources/tools.ts";
import type { ToolExecuteRequest, ToolExecuteResponse } from "./types.generated.ts";

/** A toolset: its tools as agents see them, and calls through it. */
export class ToolsetHandle implements CallableToolset {
  readonly toolsetId: string;
  readonly #tools: Tools;

  /** @throws BowlineError without an id: a call for no toolset is one for the whole catalog */
  constructor(tools: Tools, toolsetId: string) {
    if (!toolsetId) {
      throw new BowlineError("The toolset's id is missing.");
    }
    this.toolsetId = toolsetId;
    this.#tools = tools;
  }

  /** Lists the toolset's tools as definitions for a model's API. */
  definitions<Format extends keyof ToolDefinitions>(
    format: Format,
    options?: CallOptions,
  ): ListCall<ToolDefinitions[Format]> {
    return this.#tools.definitions(format, { toolsetId: this.toolsetId, top: 1000 }, options);
  }

  /** Executes one of its tools, by its slug or the name that the toolset gives it. */
  execute(
    toolName: string,
    request: ToolExecuteRequest = {},
    options: Omit<ExecuteOptions, "toolsetId"> = {},
  ): ApiCall<ToolExecuteResponse> {
    return this.#tools.execute(toolName, request, { ...options, toolsetId: this.toolsetId });
  }

  /**
   * Executes one of its tools with these input members and returns its output.
   *
   * @throws ToolRunError when the tool fails
   */
  run<Output = unknown>(
    toolName: string,
    fields: Record<string, unknown> = {},
    options: Omit<ExecuteOptions, "toolsetId"> = {},
  ): Promise<Output> {
    return this.#tools.run<Output>(toolName, fields, { ...options, toolsetId: this.toolsetId });
  }

  /**
   * Returns the tools in the form of a framework, and a function that runs the calls in a model's response. A call that fails
   * becomes text that tells the model what to do. `ai-sdk` and `langchain` need the framework's package (`ai`,
   * `@langchain/core`); their tools also run by themselves. Those of `openai-agents` only run by themselves.
   *
   * @throws BowlineError when there is no such framework
   */
  async for<Framework extends keyof FrameworkTools>(
    framework: Framework,
    options: AdapterOptions = {},
  ): Promise<FrameworkTools[Framework]> {
    const adapters: { [Name in keyof FrameworkTools]: () => Promise<FrameworkTools[Name]> } = {
      openai: async () => (await import("./adapters/openai.ts")).buildOpenAiTools(this, options),
      "openai-responses": async () =>
        (await import("./adapters/openai-responses.ts")).buildResponsesTools(this, options),
      "openai-agents": async () =>
        (await import("./adapters/openai-agents.ts")).buildOpenAiAgentsTools(this, options),
      anthropic: async () => (await import("./adapters/anthropic.ts")).buildAnthropicTools(this, options),
      "ai-sdk": async () => (await import("./adapters/ai-sdk.ts")).buildAiSdkTools(this, options),
      langchain: async () => (await import("./adapters/langchain.ts")).buildLangChainTools(this, options),
    };
    if (!Object.hasOwn(adapters, framework)) {
      const names = Object.keys(adapters).join(", ");
      throw new BowlineError(`There is no framework "${framework}". There are: ${names}.`);
    }
    return adapters[framework]();
  }
}
