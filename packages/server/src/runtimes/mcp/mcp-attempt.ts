import type { Outcome } from "../outcome.ts";
import type { McpExchange } from "./mcp-exchange.ts";

/** What came of sending a call once. */
export interface Attempt {
  outcome: Outcome;
  exchange: McpExchange;
  /** What the client threw; undefined: nothing. */
  error?: unknown;
}
