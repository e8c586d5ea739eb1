import type { EgressFailure } from "../../egress/egress-outcome.ts";
import type { McpExchange } from "./mcp-exchange.ts";

/** The client's error for a request whose response ended without a result. */
export const noResponse = { code: -32_000, message: "No response", data: { isComplete: false } };

export const isMissingResponse = (error: unknown): boolean =>
  error instanceof Error && "data" in error && error.data === noResponse.data;

/** What ended a response without a result, so that it could not be resumed. */
export function describeMissingResponse({ isStream, lost }: McpExchange): EgressFailure {
  return (
    lost ?? {
      ok: false,
      kind: isStream ? "downstreamUnavailable" : "invalidOutput",
      message: "The MCP server ended its response without a result.",
      sent: true,
    }
  );
}
