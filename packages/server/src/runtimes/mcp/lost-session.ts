import type { Attempt } from "./mcp-attempt.ts";

/** They tell of credentials, limits and proxies, and nothing of a session. */
const passingStatuses = new Set([401, 403, 429, 502, 503, 504]);

/**
 * Whether the server refused the call since it does not know the session, or wants one, so that the tool was not called. 404 says so. Servers
 * that are made after the first examples of the protocol return 400 and name the session, and several with a check of tokens return 401. One
 * that has read the call responds with its id.
 */
export function isSessionLost({ outcome, exchange: { failure, status }, error }: Attempt): boolean {
  const text = error instanceof Error ? error.message : "";
  const isRefused =
    status === 404 || ((status === 400 || status === 401) && /session|initiali[sz]/i.test(text));
  return !outcome.isSuccess && failure === null && isRefused && !/"id"\s*:\s*\d/.test(text);
}

/** Whether the next call had better open a new session: a server may have lost this one, and say so in its own way. */
export function mayBeLost(attempt: Attempt): boolean {
  const { failure, status } = attempt.exchange;
  return (
    isSessionLost(attempt) ||
    failure?.kind === "downstreamUnavailable" ||
    isProtocolError(attempt.error) ||
    (failure === null && status !== null && status >= 400 && !passingStatuses.has(status))
  );
}

/** An error of the protocol, not of a tool (from -32099 to -32000). */
function isProtocolError(error: unknown): boolean {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return typeof code === "number" && code >= -32_099 && code <= -32_000;
}
