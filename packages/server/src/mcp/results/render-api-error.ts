import type { CallToolResult } from "@modelcontextprotocol/server";
import type { ApiError } from "../../api-error.ts";

/** Renders a refused call: the message, one line for each problem, and the same details as the API (decisions D63). */
export function renderApiError(
  { code, message, details }: Pick<ApiError, "code" | "message" | "details">,
  wayOut?: string,
): CallToolResult {
  const lines = details === null ? [message] : details.map(({ field, issue }) => `${field}: ${issue}`);
  const text = [...lines, ...(wayOut === undefined ? [] : [wayOut])].join("\n");
  return {
    isError: true,
    content: [{ type: "text", text }],
    structuredContent: { errorCode: code, message, ...(details !== null && { details: [...details] }) },
    _meta: { "bowline/errorCode": code },
  };
}
