import { buildWebResponse } from "../egress/build-web-response.ts";
import type { Egress } from "../egress/egress.ts";

const timeoutMs = 2500;
const maxBytes = 65_536;

/**
 * Opens the `fetch` of the authorization server: it reads documents that clients name, through egress with its rules for addresses.
 *
 * @throws TypeError when the document cannot be read
 */
export function openEgressFetch(
  egress: Egress,
): (url: string | URL, init?: RequestInit) => Promise<Response> {
  return async (url, init = {}) => {
    const outcome = await egress.send({
      method: "GET",
      url: String(url),
      headers: Object.fromEntries(new Headers(init.headers)),
      body: null,
      timeoutMs,
      maxBytes,
    });
    if (!outcome.ok) {
      throw new TypeError(outcome.message);
    }
    // A document that lies elsewhere is not the client's own.
    const isMoved = URL.parse(outcome.url)?.href !== URL.parse(String(url))?.href;
    return isMoved ? new Response(null, { status: 421 }) : buildWebResponse(outcome, outcome.headers);
  };
}
