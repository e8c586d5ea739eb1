import type { Outcome } from "../runtimes/outcome.ts";
import type { CallBudget, PreparedCall, SendOptions } from "../runtimes/runtime.ts";
import type { ExecutionParts } from "./execution-parts.ts";
import type { LoadedTool } from "./load-tool.ts";

/** How the waiting caller cancels a call, follows it and is asked for input, who it is, and how it wants the results shaped. */
export type CallOptions = Pick<
  SendOptions,
  "signal" | "onProgress" | "dialog" | "shape" | "accountUserId" | "stateOwner"
>;

/** Whether a call may be sent again though it may have acted (decisions D35). */
export const mayRepeat = ({ entry }: LoadedTool): boolean => entry.isReadOnly || entry.isIdempotent;

/**
 * Sends a call through its runtime. A failure is an outcome, never an exception (decisions D33).
 *
 * @param budget default: the limits in the settings; a further page of results has less
 */
export function sendCall(
  { config }: Pick<ExecutionParts, "config">,
  tool: LoadedTool,
  call: PreparedCall,
  options: CallOptions,
  budget?: CallBudget,
): Promise<Outcome> {
  return call.send({
    ...options,
    timeoutMs: budget?.timeoutMs ?? config.toolTimeoutMs,
    maxBytes: budget?.maxBytes ?? config.toolOutputBytes,
    mayRepeat: mayRepeat(tool),
  });
}
