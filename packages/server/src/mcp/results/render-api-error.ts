import { dropApiHints } from "@bowline/contract/drop-api-hints";
import type { CallToolResult } from "@modelcontextprotocol/server";
import type { ApiError } from "../../api-error.ts";

/** What only the tool that was called knows of a refusal. */
export interface RefusalWords {
  /** What to do. */
  wayOut?: string;
  /** Names an input as the model sends it, by its path in a request of the API. Default: the same. */
  nameInput?(field: string): string;
}

/**
 * Renders a refused call: the message, one line for each problem, and the same details as the API (decisions D63). Sentences that name an
 * operation of the API are left out, since an agent has only its tools.
 */
export function renderApiError(
  { code, message: told, details }: Pick<ApiError, "code" | "message" | "details">,
  { wayOut, nameInput = (field) => field }: RefusalWords = {},
): CallToolResult {
  const message = dropApiHints(told);
  const lines =
    details === null ? [message] : details.map(({ field, issue }) => `${nameInput(field)}: ${issue}`);
  const text = [...lines, ...(wayOut === undefined ? [] : [wayOut])].join("\n");
  return {
    isError: true,
    content: [{ type: "text", text }],
    structuredContent: { errorCode: code, message, ...(details !== null && { details: [...details] }) },
    _meta: { "bowline/errorCode": code },
  };
}
