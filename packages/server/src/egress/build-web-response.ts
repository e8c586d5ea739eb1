import type { EgressResponse } from "./egress-outcome.ts";

const statusesWithoutBody = [204, 205, 304];

/**
 * Builds what `fetch` would return, for a library that wants it. The web knows no status of 600 or more, which becomes 502, and no body
 * with 204, 205 and 304.
 */
export function buildWebResponse(
  { status, body }: Pick<EgressResponse, "status" | "body">,
  headers: Record<string, string>,
): Response {
  const isKnown = status >= 200 && status < 600;
  const isEmpty = !isKnown || statusesWithoutBody.includes(status);
  return new Response(isEmpty ? null : new Uint8Array(body), { status: isKnown ? status : 502, headers });
}
