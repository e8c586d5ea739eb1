export const howToEscape =
  "cannot be read as an address. In its user name and password, write %40 for @, %2F for /, %3F for ? and %23 for #";

/**
 * Whether an address is a whole one. A password with one of `/?#` would end the host early: a part of the password would be taken for the
 * path, and messages name host and path.
 */
export function isWholeAddress(text: string): boolean {
  // A socket's folder may stand in the query instead of a host: postgres://user@/database?host=/run/postgresql
  const url = URL.parse(text.replace("@/", "@socket/"));
  return url !== null && !/^[^?=]*(?:\?[^=]*)?@|#.*@/.test(`${url.pathname}${url.search}${url.hash}`);
}
