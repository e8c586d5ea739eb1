import { type MetaToolName, type Operation, operations } from "@bowline/contract";
import type { Caller } from "../db/people/callers.ts";
import { authorize } from "../entry/authorize.ts";
import { isObject } from "../runtimes/is-object.ts";

/** Each tool of `/mcp` needs the scope of the operation that does the same. */
const metaToolOperations: Record<Exclude<MetaToolName, "bowline_read_result">, Operation> = {
  bowline_search_tools: operations.listTools,
  bowline_get_tool: operations.getTool,
  bowline_execute_tool: operations.executeTool,
  bowline_list_connections: operations.listConnections,
  bowline_connect: operations.createConnectLink,
};

/**
 * Checks that the caller may use this door, and that a token was granted the scopes that the messages need (decisions D58).
 *
 * @param offersToolset whether the endpoint offers the tools of a toolset
 * @throws ApiError `FORBIDDEN`, as `InsufficientScopeError` when a scope is missing
 */
export function checkScopes(
  caller: Caller,
  messages: readonly Record<string, unknown>[],
  offersToolset: boolean,
): void {
  authorize({ auth: "member", narrowed: "toolset", scope: null }, caller);
  for (const message of messages) {
    authorize({ auth: "member", narrowed: "toolset", scope: findScope(message, offersToolset) }, caller);
  }
}

function findScope({ method, params }: Record<string, unknown>, offersToolset: boolean): Operation["scope"] {
  if (method === "tools/list") {
    return operations.listTools.scope;
  }
  if (method !== "tools/call") {
    return null;
  }
  const name = isObject(params) && typeof params.name === "string" ? params.name : "";
  const isMeta = !offersToolset && Object.hasOwn(metaToolOperations, name);
  return (isMeta ? metaToolOperations[name as keyof typeof metaToolOperations] : operations.executeTool)
    .scope;
}
