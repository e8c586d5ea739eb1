const link = /<([^<>]*)>((?:\s*;\s*[^\s=;,<>"]+(?:\s*=\s*(?:"[^"]*"|[^\s",;<>]+))?)*)/g;
const parameter = /;\s*([^\s=;,<>"]+)(?:\s*=\s*(?:"([^"]*)"|([^\s",;<>]+)))?/g;

/** The target of the first link with the relation `next` in a `Link` header (RFC 8288 §3); null when there is none, or when its page is empty. */
export function findNextLink(header: string | undefined): string | null {
  for (const [, target = "", text = ""] of (header ?? "").matchAll(link)) {
    const parameters = readParameters(text);
    const relations = (parameters.get("rel") ?? "").toLowerCase().split(/\s+/);
    if (relations.includes("next")) {
      // Sentry links to a page that is empty: https://docs.sentry.io/api/pagination/
      return parameters.get("results")?.toLowerCase() === "false" ? null : target;
    }
  }
  return null;
}

/** Of a parameter that stands there twice, the first counts (RFC 8288 §3.3). */
function readParameters(text: string): Map<string, string> {
  const pairs = [...text.matchAll(parameter)].map(
    ([, name = "", quoted, plain]) => [name.toLowerCase(), quoted ?? plain ?? ""] as const,
  );
  return new Map(pairs.reverse());
}
