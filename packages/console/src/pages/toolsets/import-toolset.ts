import { type ToolsetConnectionInput, type ToolsetSettingsInput, ValidationError } from "@bowline/sdk";
import type { QueryClient } from "@tanstack/react-query";
import { bowline } from "../../api/bowline.ts";
import { connectionsQuery } from "../../api/connections.ts";
import { refreshToolsets } from "../../api/toolsets.ts";
import { readToolsetFile } from "./toolset-file.ts";

/** What became of a file. */
interface ImportedToolset {
  toolsetId: string;
  /** Applications that there is no connection to. */
  missing: string[];
  /** Tools that this server does not have. */
  unknown: string[];
}

/**
 * Creates a toolset from a file, with the person's own connections: the default one of each application, else the first. Tools that this
 * server does not have are left out.
 *
 * @throws Error for a file that is none
 */
export async function importToolset(text: string, queryClient: QueryClient): Promise<ImportedToolset> {
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
  const create = (permitted: ToolsetConnectionInput[]) =>
    bowline.toolsets.create({
      name: file.name,
      connections: permitted,
      settings: keepSettingsOf(new Set(permitted.flatMap(({ toolSlugs }) => toolSlugs)), file.settings),
    });
  const unknown: string[] = [];
  const { toolsetId } = await create(connections).catch((error: unknown) => {
    unknown.push(...listUnknownTools(error, connections));
    if (unknown.length === 0) {
      throw error;
    }
    return create(
      connections.map((part) => ({
        ...part,
        toolSlugs: part.toolSlugs.filter((slug) => !unknown.includes(slug)),
      })),
    );
  });
  await refreshToolsets(queryClient);
  return { toolsetId, missing, unknown };
}

/** The tools that the server refused because it has no such tools. */
function listUnknownTools(error: unknown, connections: readonly ToolsetConnectionInput[]): string[] {
  const problems = error instanceof ValidationError ? error.details : [];
  return problems.flatMap(({ field }) => {
    const [, part, tool] = /^connections\[(\d+)\]\.toolSlugs\[(\d+)\]$/.exec(field) ?? [];
    const slug = connections[Number(part)]?.toolSlugs[Number(tool)];
    return slug === undefined ? [] : [slug];
  });
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
