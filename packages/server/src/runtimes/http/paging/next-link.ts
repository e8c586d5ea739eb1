const link = /<([^<>]*)>((?:\s*;\s*[^\s=;,<>"]+(?:\s*=\s*(?:"[^"]*"|[^\s",;<>]+))?)*)/g;
const relation = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s",;]+))/i;

/** Sentry links to a page that is empty: https://docs.sentry.io/api/pagination/ */
const isEmptyPage = /;\s*results\s*=\s*"?false\b/i;

/** The target of the first link with the relation `next` in a `Link` header (RFC 8288 §3); null when there is none, or when its page is empty. */
export function findNextLink(header: string | undefined): string | null {
  for (const [, target = "", parameters = ""] of (header ?? "").matchAll(link)) {
    const [, quoted, plain] = relation.exec(parameters) ?? [];
    const relations = (quoted ?? plain ?? "").toLowerCase().split(/\s+/);
    if (relations.includes("next")) {
      return isEmptyPage.test(parameters) ? null : target;
    }
  }
  return null;
}
