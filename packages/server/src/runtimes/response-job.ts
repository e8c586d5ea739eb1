import type { ResponseFailure } from "@bowline/catalog";
import type { LargeMessage, ReadMessage } from "./mcp/read-large-message.ts";
import type { ReadResponse } from "./read-response.ts";

/** A large response to read in a thread. */
export type ReadingJob = ({ kind: "http" } & ResponseJob) | ({ kind: McpMessageKind } & LargeMessage);

/** The response of an MCP server to `tools/call`, or to another request. */
export type McpMessageKind = "mcpResult" | "mcpListing";

/** The thread's result for a job, by its kind. */
export type ReadingReport = ResponseReport | ReadMessage;

/** A large response of an HTTP API. */
export interface ResponseJob {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Uint8Array;
  failure: ResponseFailure | null;
  secretTexts: readonly string[];
}

/** The result of reading it. The output comes as JSON text, which is cheaper to pass between threads than objects. */
export type ResponseReport =
  | { isSuccess: true; outputText: string; isOutputHeavy: boolean }
  | Omit<ReadResponse & { isSuccess: false }, "output">;
