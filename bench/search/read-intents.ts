/** What somebody wants, and the tools that do it. Each is enough. */
export interface Intent {
  query: string;
  /** `github PATCH /repos/{}/{}`: application, method and path without the names of its parameters. */
  tools: readonly string[];
}

/** Reads lines such as `close an issue | github PATCH /repos/{}/{}/issues/{}; jira POST /api/2/issue/{}/transitions`. */
export function readIntents(text: string): Intent[] {
  return text
    .trim()
    .split("\n")
    .map((line) => {
      const [query = "", tools = ""] = line.split(" | ");
      return { query, tools: tools.split("; ") };
    });
}

/** Names a tool as intents do. */
export function nameOperation(applicationSlug: string, operationKey: string): string {
  return `${applicationSlug} ${operationKey.replaceAll(/\{[^}]*\}/g, "{}")}`;
}
