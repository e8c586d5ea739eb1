import { invalidField } from "../../api-error.ts";

/** Characters that servers and browsers read differently from one another. */
const ambiguous = /[\\\s\p{Cc}]|%(?:2f|5c|2e)/iu;

/**
 * Checks where the browser may be sent after a connect link (decisions D51). The origin must be exactly that of an allowed address,
 * and the path that address's path or below it.
 *
 * @param allowed from `BOWLINE_RETURN_URLS`, in their normal form
 * @throws ApiError `VALIDATION_ERROR`
 */
export function checkReturnUrl(text: string, allowed: readonly string[]): URL {
  if (allowed.length === 0) {
    throw invalidField(
      "returnUrl",
      "This server sends nobody back: its operator has not set BOWLINE_RETURN_URLS.",
    );
  }
  const url = /^https?:\/\/[^/]/i.test(text) ? URL.parse(text) : null;
  if (url === null || url.username || url.password || ambiguous.test(text.split(/[?#]/, 1)[0] ?? "")) {
    throw invalidField(
      "returnUrl",
      "Must be an http:// or https:// address without user name, backslashes, spaces and encoded separators.",
    );
  }
  if (!allowed.some((prefix) => isBelow(url, new URL(prefix)))) {
    throw invalidField("returnUrl", "Does not begin with an address that this server may send browsers to.");
  }
  return url;
}

function isBelow(url: URL, prefix: URL): boolean {
  const folder = prefix.pathname.replace(/\/?$/, "/");
  return (
    url.origin === prefix.origin && (url.pathname === prefix.pathname || url.pathname.startsWith(folder))
  );
}
