import type { ApiCall } from "../call.ts";
import type { ListCall } from "../page.ts";
import type { CallOptions } from "../request.ts";
import type { ToolDefinitions } from "../resources/tools.ts";
import type { ToolExecuteRequest, ToolExecuteResponse } from "../types.generated.ts";

/** The part of a toolset's handle that an adapter needs. */
export interface CallableToolset {
  definitions<Format extends keyof ToolDefinitions>(
    format: Format,
    options?: CallOptions,
  ): ListCall<ToolDefinitions[Format]>;
  execute(
    toolName: string,
    request?: ToolExecuteRequest,
    options?: CallOptions,
  ): ApiCall<ToolExecuteResponse>;
}
