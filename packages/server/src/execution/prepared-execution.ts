import type { PreparedCall } from "../runtimes/runtime.ts";
import type { ExecutionRequest } from "./execution-request.ts";
import type { CallSource } from "./prepare-call.ts";
import type { ResolvedAccess } from "./resolve-connection.ts";
import type { ResultsPlan } from "./results/plan-results.ts";

/** An execution that has passed every check and can be sent. */
export interface PreparedExecution extends ResolvedAccess, CallSource {
  /** With the presets of the toolset. */
  request: ExecutionRequest;
  call: PreparedCall;
  /** The part of the shaping that the application does. Null: the gateway does all of it, on one response. */
  plan: ResultsPlan | null;
  /** When its checks began, by `performance.now()`. */
  begin: number;
}
