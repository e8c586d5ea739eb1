import type { Tool } from "@bowline/sdk";
import { describeTool } from "../../fields/describe-tool.ts";
import type { ListOptions } from "../../output/output.ts";
import type { Session } from "../../session.ts";

export interface ToolFilters extends ListOptions {
  app?: string;
  toolset?: string;
  tag?: string;
  readOnly?: boolean;
}

/** Searches the tools; without words, lists them. */
export async function searchTools(
  { bowline, output, wait }: Session,
  words: string[],
  { app, toolset, tag, readOnly, ...options }: ToolFilters,
): Promise<void> {
  const call = bowline().tools.list({
    view: "summary",
    ...(words.length > 0 && { search: words.join(" ") }),
    applicationSlug: app,
    toolsetId: toolset,
    tag,
    readOnly,
  });
  await wait("Searching", () =>
    output.printList(
      call,
      {
        slug: ({ slug }) => slug,
        application: ({ applicationName }) => applicationName,
        effect: ({ annotations }) => nameEffect(annotations),
        description: describeTool,
      },
      options,
    ),
  );
}

/** Names what a call may do: `reads`, `writes` or `destroys`. */
export function nameEffect({ readOnlyHint, destructiveHint }: Tool["annotations"]): string {
  return readOnlyHint ? "reads" : destructiveHint ? "destroys" : "writes";
}
