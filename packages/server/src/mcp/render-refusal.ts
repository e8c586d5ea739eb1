import type { ApiError } from "../api-error.ts";

const serverError = -32_000;

/** Renders a refusal of a whole HTTP request. @param id of the JSON-RPC request in it; null: there is no such one, or it is not known */
export function renderRefusal(
  { status, message, code, details }: Pick<ApiError, "status" | "message" | "code" | "details">,
  requestId: string,
  id: string | number | null,
): Response {
  const data = { errorCode: code, requestId, ...(details && { details }) };
  return Response.json({ jsonrpc: "2.0", id, error: { code: serverError, message, data } }, { status });
}
