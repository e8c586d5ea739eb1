import { trimEndSlashes } from "../../trim-end-slashes.ts";

/** Why a server's address cannot be used. */
export type UrlProblem = "relative" | "placeholder" | "malformed" | "credentials" | "long";

/** Of an address in a document, in characters. */
export const maxUrlLength = 2000;
const shownLength = 100;

/** Cuts an address that is too long, for a message. */
export const showUrl = (url: string): string =>
  url.length > maxUrlLength ? `${url.slice(0, shownLength).toWellFormed()}…` : url;

/** A placeholder for the reader's own host: `your-domain.atlassian.net`, `<host>`, `[instance].example.com`. */
const placeholder =
  /[<>]|\[(?![\dA-Fa-f:.]+\])|(^|[./-])(your(?=[-_.a-z])|my(domain|subdomain|company|instance|tenant|account|org|site|shop|store|host|server)\b)|(^|\.)(subdomain|tenant|hostname)\./i;

const fileStore =
  /(?:^|\.)(?:githubusercontent\.com|github\.io|gitlab\.io|jsdelivr\.net|unpkg\.com|storage\.googleapis\.com|s3[a-z0-9.-]*\.amazonaws\.com|blob\.core\.windows\.net)$|^(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)$/;

/** Reserved domains (RFC 2606 §3). Their subdomains, such as api.example.com, are accepted: tests and private networks use them. */
const exampleHost = /^(?:www\.)?example\.(?:com|net|org)(?::\d+)?$/i;

/**
 * Returns the absolute address of a server without a trailing slash. `{variable}` stays. A relative address is resolved
 * against the document's address.
 */
export function absoluteServerUrl(
  url: string,
  documentUrl: string | undefined,
): string | { problem: UrlProblem } {
  if (url.length > maxUrlLength) {
    return { problem: "long" };
  }
  const trimmed = url.trim().replace(/^\/\/(?=[^/])/, "https://");
  const isAbsolute = /^([a-z][a-z0-9+.-]*|\{[^}]+\}):\/\//i.test(trimmed) || /^\{[^}]+\}/.test(trimmed);
  const absolute = isAbsolute ? trimmed : resolve(trimmed, documentUrl);
  if (absolute === null) {
    return { problem: "relative" };
  }
  if (isPlaceholder(absolute) || /^<[^<>]*>/.test(trimmed)) {
    return { problem: "placeholder" };
  }
  if (!absolute.includes("{") && !isWebAddress(absolute)) {
    return { problem: "malformed" };
  }
  // No request is sent to such an address, and credentials belong to a connection.
  if (/^[a-z]+:\/\/[^/?#]*@/i.test(absolute)) {
    return { problem: "credentials" };
  }
  return encodePath(trimEndSlashes(absolute.split(/[?#]/, 1)[0] ?? ""));
}

/** Encodes what may not stand in an address's path, such as a space. `{variable}` and percent-encoded triplets stay. */
function encodePath(url: string): string {
  const [, authority = "", path = ""] = /^([^/]*:\/\/[^/]*)(.*)$/s.exec(url) ?? [];
  const encoded = path
    .split(/(\{[^{}]*\})/)
    .map((piece, index) => (index % 2 === 1 ? piece : encodeURI(piece.toWellFormed())))
    .join("");
  return authority === "" ? url : authority + encoded.replace(/%25([0-9A-Fa-f]{2})/g, "%$1");
}

/** Whether the host of an address is a placeholder or an example. */
export function isPlaceholder(url: string): boolean {
  const withoutVariables = url.replace(/\{[^{}]*\}/g, "0");
  const host = /^[^:]*:\/\/([^/?#]*)/.exec(withoutVariables)?.[1] ?? withoutVariables;
  return placeholder.test(host) || exampleHost.test(host);
}

function resolve(url: string, documentUrl: string | undefined): string | null {
  if (documentUrl === undefined || isFileStore(documentUrl)) {
    return null;
  }
  try {
    // URL resolution would escape braces.
    return new URL(url || "/", documentUrl).href.replaceAll("%7B", "{").replaceAll("%7D", "}");
  } catch {
    return null;
  }
}

/** Whether an address belongs to a host that only stores files and has no API. */
function isFileStore(documentUrl: string): boolean {
  return fileStore.test(URL.parse(documentUrl)?.hostname ?? "");
}

function isWebAddress(url: string): boolean {
  try {
    return /^https?:$/.test(new URL(url).protocol);
  } catch {
    return false;
  }
}
