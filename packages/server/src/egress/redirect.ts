import { isUtf8 } from "node:buffer";
import type { EgressFailureKind, EgressRequest } from "./egress-outcome.ts";
import type { Hop } from "./hop.ts";
import type { OriginTable } from "./origin-table.ts";
import { withoutHeaders } from "./request-headers.ts";

export type Redirected = { hop: Hop; url: string } | { kind: EgressFailureKind; message: string };

const standardCredentials = new Set(["authorization", "cookie", "cookie2", "proxy-authorization"]);

/**
 * Builds the next hop of a redirect by RFC 9110 §15.4. A 303 becomes GET. GET and HEAD keep their method. 307 and 308 keep method
 * and body, but no body is sent to another origin. Null when the redirect is returned as the response: a 301 or 302 to any other
 * method, which clients treat differently.
 */
export function nextHop(
  hop: Hop,
  status: number,
  location: string,
  currentUrl: string,
  request: EgressRequest,
  origins: OriginTable,
): Redirected | null {
  const isSafe = hop.method === "GET" || hop.method === "HEAD";
  const keepsMethod = status === 307 || status === 308;
  if (!keepsMethod && status !== 303 && !(isSafe && (status === 301 || status === 302))) {
    return null;
  }
  const url = URL.parse(decodeLocation(location), currentUrl);
  if (url === null) {
    return { kind: "invalidOutput", message: "The application redirected to an invalid address." };
  }
  const isSameOrigin = url.origin === hop.target.origin;
  if (request.staysAtOrigin === true && !isSameOrigin) {
    return { kind: "addressRefused", message: "The application redirected to another origin." };
  }
  if (keepsMethod && !isSafe && !isSameOrigin) {
    return null;
  }
  if (url.protocol === "http:" && hop.target.origin.startsWith("https:")) {
    return {
      kind: "addressRefused",
      message: "The application redirected from https to http, which is refused.",
    };
  }
  if (!isSameOrigin) {
    dropQuery(url, request.credentialQuery ?? []);
  }
  const target = origins.locate(url.href);
  if ("refusal" in target) {
    return { kind: "addressRefused", message: `The application redirected elsewhere: ${target.refusal}` };
  }
  const method = status === 303 && hop.method !== "HEAD" ? "GET" : hop.method;
  const body = keepsMethod || isSafe ? (isSameOrigin ? hop.body : null) : null;
  const headers = withoutHeaders(hop.headers, (name) => {
    const isContent = body === null && name.startsWith("content-");
    return isContent || (!isSameOrigin && isCredential(name, request.credentialHeaders ?? []));
  });
  return { hop: { target, method, headers, body }, url: url.href };
}

/** A header is read as Latin-1. Some applications write an address in UTF-8 there, which browsers follow. */
function decodeLocation(location: string): string {
  const bytes = Buffer.from(location, "latin1");
  return isUtf8(bytes) ? bytes.toString("utf8") : location;
}

function isCredential(name: string, credentialHeaders: readonly string[]): boolean {
  return standardCredentials.has(name) || credentialHeaders.includes(name);
}

function dropQuery(url: URL, names: readonly string[]): void {
  for (const name of names) {
    if (url.searchParams.has(name)) {
      url.searchParams.delete(name);
    }
  }
}
