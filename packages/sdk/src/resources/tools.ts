import type { ApiCall, ApiResponse } from "../call.ts";
import { ToolRunError } from "../errors.ts";
import type { ListCall } from "../page.ts";
import { type CallOptions, writePath } from "../request.ts";
import { type Body, type Query, Resource, type Response } from "../resource.ts";
import type { AnthropicTool, McpTool, OpenAiTool, Tool, ToolExecuteResponse } from "../types.generated.ts";

/** A tool in the form of a model's API. */
export interface ToolDefinitions {
  openai: OpenAiTool;
  anthropic: AnthropicTool;
  mcp: McpTool;
}

/** Options of an execution. */
export interface ExecuteOptions extends CallOptions {
  /** The toolset to find the connection in. */
  toolsetId?: string | undefined;
  /** The connection to use, instead of the resolved one. */
  connectionId?: number | undefined;
  /** With it, the tool may be named by its operation alone. */
  applicationSlug?: string | undefined;
  /** For 24 hours, a request with the same key returns the stored result. Default: a new key for each call. */
  idempotencyKey?: string | undefined;
  /** Returns the request that would be sent, and sends nothing. */
  dryRun?: boolean | undefined;
}

/** The tools of the catalog, and their execution. */
export class Tools extends Resource {
  /** Lists the tools of the catalog, sorted by slug, or by relevance with `search`. */
  list(query: Omit<Query<"listTools">, "format"> = {}, options?: CallOptions): ListCall<Tool> {
    return this.listFrom("/v1/tools", query, options);
  }

  /** Lists tools as definitions for a model's API. */
  definitions<Format extends keyof ToolDefinitions>(
    format: Format,
    query: Omit<Query<"listTools">, "format"> = {},
    options?: CallOptions,
  ): ListCall<ToolDefinitions[Format]> {
    return this.listFrom("/v1/tools", { ...query, format } as Query<"listTools">, options);
  }

  /** Returns a tool with its schemas. */
  get(toolSlug: string, query: Omit<Query<"getTool">, "format"> = {}, options?: CallOptions): ApiCall<Tool> {
    const path = writePath`/v1/tools/${toolSlug}`;
    return this.call({ method: "GET", path, query }, options);
  }

  /** Returns a tool's schemas as they are for a connection and one of its objects. */
  schema(
    toolSlug: string,
    query: Query<"getToolSchema"> = {},
    options?: CallOptions,
  ): ApiCall<Response<"getToolSchema">> {
    return this.call({ method: "GET", path: writePath`/v1/tools/${toolSlug}/schema`, query }, options);
  }

  /** Finds which connection an execution would use, and why. Refused as the execution would be. */
  resolve(
    toolSlug: string,
    query: Query<"getToolResolution"> = {},
    options?: CallOptions,
  ): ApiCall<Response<"getToolResolution">> {
    return this.call({ method: "GET", path: writePath`/v1/tools/${toolSlug}/Resolution`, query }, options);
  }

  /**
   * Executes a tool. A tool that fails is a response with `isSuccess` false. The call has an idempotency key, so it is safe
   * that the SDK repeats it when the connection breaks.
   */
  execute(
    toolSlug: string,
    request: Body<"executeTool"> = {},
    { toolsetId, connectionId, applicationSlug, idempotencyKey, dryRun, ...options }: ExecuteOptions = {},
  ): ApiCall<Response<"executeTool">> {
    const path = writePath`/v1/tools/${toolSlug}/execute`;
    const query: Query<"executeTool"> = { toolsetId, connectionId, applicationSlug, dryRun };
    return this.call(
      { method: "POST", path, query, body: request, idempotencyKey, needsKey: true, member: "isSuccess" },
      options,
    );
  }

  /**
   * Executes a tool with these input members and returns its output. Name the output's type where you know it, as in
   * `run<{ id: number }>(…)`; nothing checks it.
   *
   * @throws ToolRunError when the tool fails
   */
  async run<Output = unknown>(
    toolSlug: string,
    fields: Record<string, unknown> = {},
    options: ExecuteOptions = {},
  ): Promise<Output> {
    const response = await this.execute(toolSlug, { fields }, options).withResponse();
    if (!response.data.isSuccess) {
      throw buildRunError(response);
    }
    return response.data.output as Output;
  }
}

/** Builds the error of a tool that ran and failed. */
export function buildRunError({ data, headers }: ApiResponse<ToolExecuteResponse>): ToolRunError {
  return new ToolRunError({
    kind: headers.get("x-bowline-failure-kind"),
    message: data.errorMessage ?? "The tool failed.",
    historyId: data.historyId,
    executionInfo: data.executionInfo,
    approvalId: headers.get("x-bowline-approval-id"),
  });
}
