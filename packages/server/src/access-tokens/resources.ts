import { isLoopbackName } from "../loopback.ts";

/** A resource that access tokens are for (decisions D57). */
export interface Resource {
  /** Its advertised address: the `aud` of tokens. */
  url: string;
  /** Beyond the base address: `/v1`, `/mcp` or `/mcp/{toolsetId}`. */
  path: string;
  /** The toolset of an MCP endpoint, in lower case; null for the others. */
  toolsetId: string | null;
}

const paths = /^\/(?:v1|mcp(?:\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))?)\/?$/i;
/** The parser drops them at the ends, and the address is stored as it was sent. */
const dropped = /[\s\p{Cc}]/u;

/**
 * Reads the address of a resource; null when it is none of ours. A closing slash and another name of the loopback address do not
 * matter (decisions D59b, D60).
 */
export function readResource(baseUrl: string, address: string): Resource | null {
  const own = new URL(baseUrl);
  const url = dropped.test(address) ? null : URL.parse(address);
  if (url === null || url.search !== "" || url.hash !== "" || url.username !== "" || url.password !== "") {
    return null;
  }
  const isSameHost =
    url.hostname === own.hostname || (isLoopbackName(url.hostname) && isLoopbackName(own.hostname));
  const basePath = own.pathname === "/" ? "" : own.pathname;
  if (!isSameHost || url.protocol !== own.protocol || url.port !== own.port) {
    return null;
  }
  return url.pathname.startsWith(basePath) ? readPath(baseUrl, url.pathname.slice(basePath.length)) : null;
}

/** Reads the path of a resource beyond the base address. */
export function readPath(baseUrl: string, path: string): Resource | null {
  const match = paths.exec(path);
  if (match === null) {
    return null;
  }
  const canonical = path.replace(/\/$/, "").toLowerCase();
  return { url: baseUrl + canonical, path: canonical, toolsetId: match[1]?.toLowerCase() ?? null };
}
