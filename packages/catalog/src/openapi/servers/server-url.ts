/** Why a server's address cannot be called as it stands. */
export type UrlProblem = "relative" | "placeholder" | "malformed";

/** A host that only stands for the reader's own: `your-domain.atlassian.net`, `<host>`, `[instance].example.com`. */
const placeholder =
  /[<>]|\[(?![\dA-Fa-f:.]+\])|(^|[./-])(your(?=[-_.a-z])|my(domain|subdomain|company|instance|tenant|account|org|site|shop|store|host|server)\b)|(^|\.)(subdomain|tenant|hostname)\./i;

/**
 * The absolute address of a server, without a trailing slash; `{variable}` stays. Relative ones are resolved against the
 * address the document came from.
 */
export function absoluteServerUrl(
  url: string,
  documentUrl: string | undefined,
): string | { problem: UrlProblem } {
  const trimmed = url.trim().replace(/^\/\/(?=[^/])/, "https://");
  const isAbsolute = /^([a-z][a-z0-9+.-]*|\{[^}]+\}):\/\//i.test(trimmed) || /^\{[^}]+\}/.test(trimmed);
  const absolute = isAbsolute ? trimmed : resolve(trimmed, documentUrl);
  if (absolute === null) {
    return { problem: "relative" };
  }
  const withoutVariables = absolute.replace(/\{[^}]*\}/g, "0");
  const host = /^[^:]*:\/\/([^/?#]*)/.exec(withoutVariables)?.[1] ?? withoutVariables;
  if (placeholder.test(host)) {
    return { problem: "placeholder" };
  }
  if (!absolute.includes("{") && !isWebAddress(absolute)) {
    return { problem: "malformed" };
  }
  return absolute.replace(/[?#].*$/, "").replace(/\/+$/, "");
}

function resolve(url: string, documentUrl: string | undefined): string | null {
  if (documentUrl === undefined) {
    return null;
  }
  try {
    // Braces would be escaped by URL resolution.
    return new URL(url || "/", documentUrl).href.replaceAll("%7B", "{").replaceAll("%7D", "}");
  } catch {
    return null;
  }
}

function isWebAddress(url: string): boolean {
  try {
    return /^https?:$/.test(new URL(url).protocol);
  } catch {
    return false;
  }
}
