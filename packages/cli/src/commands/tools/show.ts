import { renderToolHelp } from "../../fields/render-help.ts";
import type { Session } from "../../session.ts";
import { nameEffect } from "./search.ts";

/** Shows a tool. @param options names of the options of `execute` */
export async function showTool(
  { bowline, output, wait }: Session,
  slug: string,
  options: ReadonlySet<string>,
): Promise<void> {
  const tool = await wait("Reading the catalog", () => bowline().tools.get(slug));
  output.printRecord(tool, {
    slug: (one) => one.slug,
    name: ({ name }) => name,
    application: ({ applicationSlug }) => applicationSlug,
    description: ({ description }) => description,
    effect: ({ annotations }) => nameEffect(annotations),
    scopes: ({ scopes }) => scopes,
    tags: ({ tags }) => tags,
    results: ({ resultsPath }) => resultsPath,
    connection: ({ requiresConnection }) => (requiresConnection ? "needed" : "not needed"),
    deprecated: ({ isDeprecated }) => isDeprecated,
  });
  if (output.isTerminal && !output.isJson) {
    output.writeLine(`\n${renderToolHelp(tool, options)}`);
  }
}
