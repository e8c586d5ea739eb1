import type { ApiError } from "../api-error.ts";

const serverError = -32_000;

/** Renders a refusal of a whole HTTP request, so it names no JSON-RPC id. */
export function renderRefusal(
  { status, message, code, details }: Pick<ApiError, "status" | "message" | "code" | "details">,
  requestId: string,
): Response {
  const data = { errorCode: code, requestId, ...(details && { details }) };
  return Response.json({ jsonrpc: "2.0", id: null, error: { code: serverError, message, data } }, { status });
}
