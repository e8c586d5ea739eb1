import { encodeComponent } from "../../percent-encode.ts";
import type { BuiltHttpRequest } from "../build-request.ts";

const maxLength = 16 * 1024;

/**
 * Builds the request of a further page from the address that the application gave. Null when the address is invalid or has another
 * origin, because the request carries credentials. Credentials in the query are copied from the first request: an application may
 * leave them out of its links, and they are masked in responses.
 */
export function buildLinkRequest(first: BuiltHttpRequest, link: string): BuiltHttpRequest | null {
  const base = new URL(first.url);
  const url = link.length > maxLength ? null : URL.parse(link, base);
  if (url === null || url.origin !== base.origin) {
    return null;
  }
  url.username = "";
  url.password = "";
  url.hash = "";
  return { ...first, url: withCredentials(url, first) };
}

function withCredentials(url: URL, { url: firstUrl, credentialQuery }: BuiltHttpRequest): string {
  if (credentialQuery.length === 0) {
    return url.href;
  }
  const keys = credentialQuery.map(encodeComponent);
  const isCredential = (pair: string): boolean => keys.includes(pair.split("=", 1)[0] ?? "");
  const credentials = listPairs(firstUrl).filter(isCredential);
  const others = listPairs(url.href).filter((pair) => !isCredential(pair));
  const query = [...others, ...credentials].join("&");
  return `${url.origin}${url.pathname}${query === "" ? "" : `?${query}`}`;
}

function listPairs(url: string): string[] {
  const start = url.indexOf("?");
  return start < 0 ? [] : url.slice(start + 1).split("&");
}
