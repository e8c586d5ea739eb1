import { invalidField } from "../../api-error.ts";

/** Characters that servers and browsers read differently from one another. */
const ambiguous = /[\\\s\p{Cc}]|%(?:2f|5c|2e)/iu;

/**
 * Checks where the browser may be sent after a sign-in or a connect link (decisions D51): to the console of this server, or to an
 * address of `BOWLINE_RETURN_URLS`. The origin must be exactly that of an allowed address, and the path that address's path or below it.
 *
 * @param returnUrls in their normal form
 * @throws ApiError `VALIDATION_ERROR`
 */
export function checkReturnUrl(
  text: string,
  { baseUrl, returnUrls }: { baseUrl: string; returnUrls: readonly string[] },
): URL {
  const allowed = [`${baseUrl}/console`, ...returnUrls];
  const url = /^https?:\/\/[^/]/i.test(text) ? URL.parse(text) : null;
  if (url === null || url.username || url.password || ambiguous.test(text.split(/[?#]/, 1)[0] ?? "")) {
    throw invalidField(
      "returnUrl",
      "Must be an http:// or https:// address without user name, backslashes, spaces and encoded separators.",
    );
  }
  if (!allowed.some((prefix) => isBelow(url, new URL(prefix)))) {
    throw invalidField(
      "returnUrl",
      returnUrls.length === 0
        ? "This server sends browsers only to its own console: its operator has not set BOWLINE_RETURN_URLS."
        : "Does not begin with an address that this server may send browsers to.",
    );
  }
  return url;
}

function isBelow(url: URL, prefix: URL): boolean {
  const folder = prefix.pathname.replace(/\/?$/, "/");
  return (
    url.origin === prefix.origin && (url.pathname === prefix.pathname || url.pathname.startsWith(folder))
  );
}
