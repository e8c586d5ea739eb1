import { namedEntriesOf, recordOf, textOf, type UncheckedRecord } from "../../record.ts";
import { trimEndSlashes } from "../../trim-end-slashes.ts";
import type { References } from "../document/references.ts";

/** Where a tool sends its request. */
interface Target {
  method: string;
  /** Null: one of the application's own. */
  serverUrl: string | null;
  path: string;
}

/** Tells why an operation of the document's own OAuth is no tool. Undefined: it is another operation. */
export type OAuthOperations = (target: Target) => string | undefined;

const flowAddresses = [
  {
    member: "authorizationUrl",
    methods: ["GET", "POST"],
    reason: "it is the page where people sign in, which connecting an account opens",
  },
  {
    member: "tokenUrl",
    methods: ["POST"],
    reason: "it issues access tokens, which connections get by themselves and agents must not see",
  },
];

/** Servers that are looked at, however many a document states (decisions D75). */
const maximumServers = 20;

/**
 * Finds the operations that are the authorization or token endpoint (RFC 6749 §3) of one of the document's own OAuth schemes.
 *
 * @param serverUrls the application's servers
 * @param address makes an address absolute
 */
export function findOAuthOperations(
  document: UncheckedRecord,
  references: References,
  serverUrls: readonly string[],
  address: (url: string) => string,
): OAuthOperations {
  const reasons = new Map<string, string>();
  for (const [, declared] of namedEntriesOf(recordOf(document.components).securitySchemes)) {
    for (const [, flow] of namedEntriesOf(references.followToRecord(declared)?.flows)) {
      for (const { member, methods, reason } of flowAddresses) {
        const url = textOf(recordOf(flow)[member]) ?? "";
        const place = placeOf(url === "" ? url : address(url));
        for (const method of place === null ? [] : methods) {
          reasons.set(`${method} ${place}`, reason);
        }
      }
    }
  }
  if (reasons.size === 0) {
    return () => undefined;
  }
  return ({ method, serverUrl, path }) =>
    (serverUrl === null ? serverUrls.slice(0, maximumServers) : [serverUrl])
      .map((url) => reasons.get(`${method} ${placeOf(url + path)}`))
      .find((reason) => reason !== undefined);
}

/** An address without its query, fragment and last slash. Null when it is not one of the web. */
function placeOf(address: string): string | null {
  const url = URL.parse(address);
  return url === null || !/^https?:$/.test(url.protocol) ? null : url.origin + trimEndSlashes(url.pathname);
}
