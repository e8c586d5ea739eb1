import type { ToolsetConnectionInput, ToolsetSettingsInput } from "@bowline/sdk";
import type { QueryClient } from "@tanstack/react-query";
import { bowline } from "../../api/bowline.ts";
import { connectionsQuery } from "../../api/connections.ts";
import { refreshToolsets } from "../../api/toolsets.ts";
import { readToolsetFile } from "./toolset-file.ts";

/**
 * Creates a toolset from a file, with the person's own connections: the default one of each application, else the first.
 *
 * @returns the new toolset's id, and the applications that there is no connection to
 * @throws Error for a file that is none
 */
export async function importToolset(
  text: string,
  queryClient: QueryClient,
): Promise<{ toolsetId: string; missing: string[] }> {
  const file = readToolsetFile(text);
  const own = await queryClient.fetchQuery(connectionsQuery);
  const missing: string[] = [];
  const connections: ToolsetConnectionInput[] = [];
  // A toolset may use an application through two connections, and the person may have one.
  const byApplication = Map.groupBy(file.applications, ({ applicationSlug }) => applicationSlug);
  for (const [applicationSlug, parts] of byApplication) {
    const fitting = own.filter((connection) => connection.applicationSlug === applicationSlug);
    const chosen = fitting.find(({ isDefault }) => isDefault) ?? fitting[0];
    if (chosen === undefined) {
      missing.push(applicationSlug);
    } else {
      const toolSlugs = [...new Set(parts.flatMap((part) => part.toolSlugs))];
      connections.push({ connectionId: chosen.connectionId, applicationSlug, toolSlugs });
    }
  }
  const known = new Set(connections.flatMap(({ toolSlugs }) => toolSlugs));
  const { toolsetId } = await bowline.toolsets.create({
    name: file.name,
    connections,
    settings: keepSettingsOf(known, file.settings),
  });
  await refreshToolsets(queryClient);
  return { toolsetId, missing };
}

/** Leaves out what is said of other tools: the server refuses tools that it does not know. */
function keepSettingsOf(
  known: ReadonlySet<string>,
  { approvals, tools, ...others }: ToolsetSettingsInput,
): ToolsetSettingsInput {
  return {
    ...others,
    ...(approvals != null && {
      approvals: Array.isArray(approvals) ? approvals.filter((slug) => known.has(slug)) : approvals,
    }),
    ...(tools != null && {
      tools: Object.fromEntries(Object.entries(tools).filter(([slug]) => known.has(slug))),
    }),
  };
}
