import { isIP } from "node:net";
import { CallGate } from "../turns/call-gate.ts";
import type { AddressRule } from "./address-rules.ts";

/** The target of a request: an origin with its gate, and the path with its query. */
export interface Target {
  /** Such as `https://api.example.com:8443`, normalized. */
  origin: string;
  gate: CallGate;
  /** Begins with `/`, percent-encoded, without dot segments. */
  path: string;
}

export interface OriginTable {
  /** Parses an address and opens no connection. `refusal` is a sentence that says why it is refused. */
  locate(url: string): Target | { refusal: string };
}

interface KnownOrigin {
  origin: string;
  gate: CallGate;
}

/** Scheme and authority in a spelling that every parser reads the same way. */
const plainAuthority = /^https?:\/\/(?:[a-z0-9_.-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/i;
/** Parts of a path that the URL parser would change: special characters and dot segments. */
const unnormalized = /[^\x21-\x7e]|["#<>\\^`{|}]|\/(?:\.|%2e){1,2}(?:[/?]|$)/i;
/** When there are more origins, the idle ones are dropped. */
const maxOrigins = 4096;

/**
 * Parses addresses and keeps one gate for each origin. `new URL` takes several microseconds, so an origin is parsed and checked
 * once and then found by its spelling.
 */
export function openOriginTable(isAllowed: AddressRule, connections: number, waiting: number): OriginTable {
  const bySpelling = new Map<string, KnownOrigin>();
  const byOrigin = new Map<string, KnownOrigin>();

  function remember(spelling: string, origin: string): KnownOrigin {
    if (bySpelling.size >= maxOrigins) {
      dropIdle(bySpelling, byOrigin);
    }
    let known = byOrigin.get(origin);
    if (known === undefined) {
      known = { origin, gate: new CallGate(connections, waiting) };
      byOrigin.set(origin, known);
    }
    bySpelling.set(spelling, known);
    return known;
  }

  function locateParsed(url: string, spelling: string | null): Target | { refusal: string } {
    const parsed = URL.parse(url);
    const refusal = parsed === null ? "The address to call is not a URL." : findRefusal(parsed, isAllowed);
    if (parsed === null || refusal !== null) {
      return { refusal: refusal ?? "" };
    }
    const known = remember(spelling ?? parsed.origin, parsed.origin);
    return { origin: known.origin, gate: known.gate, path: parsed.pathname + parsed.search };
  }

  function locate(url: string): Target | { refusal: string } {
    const end = findAuthorityEnd(url);
    const spelling = url.slice(0, end);
    const known = bySpelling.get(spelling);
    const path = url.slice(end);
    if (known === undefined || unnormalized.test(path)) {
      return locateParsed(url, plainAuthority.test(spelling) ? spelling : null);
    }
    if (path.charCodeAt(0) === 0x2f) {
      return { origin: known.origin, gate: known.gate, path };
    }
    return { origin: known.origin, gate: known.gate, path: `/${path}` };
  }

  return { locate };
}

/** The first of `/`, `?`, `#`, `\` after `://`. */
function findAuthorityEnd(url: string): number {
  const start = url.indexOf("://") + 3;
  for (let index = start; index < url.length; index++) {
    const code = url.charCodeAt(index);
    if (code === 0x2f || code === 0x3f || code === 0x23 || code === 0x5c) {
      return index;
    }
  }
  return url.length;
}

function findRefusal(url: URL, isAllowed: AddressRule): string | null {
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    return "Only http and https addresses are called.";
  }
  if (url.username !== "" || url.password !== "") {
    return "An address that contains a user name or password is not called.";
  }
  const host = url.hostname.startsWith("[") ? url.hostname.slice(1, -1) : url.hostname;
  return findHostRefusal(host, isAllowed);
}

/** Finds why an address is not called. Null for a name, which is looked up when it is called. */
export const findHostRefusal = (host: string, isAllowed: AddressRule): string | null =>
  isIP(host) !== 0 && !isAllowed(host) ? addressRefusal : null;

/** The message for an address that is not public. It names no address. */
export const addressRefusal =
  "The address is in a private or special network; an operator can allow it with BOWLINE_ALLOWED_PRIVATE_NETWORKS.";

/** Gates in use are kept. Spellings are dropped, and parsed again when they are next used. */
function dropIdle(bySpelling: Map<string, KnownOrigin>, byOrigin: Map<string, KnownOrigin>): void {
  bySpelling.clear();
  for (const [origin, known] of byOrigin) {
    if (known.gate.isIdle) {
      byOrigin.delete(origin);
    }
  }
}
