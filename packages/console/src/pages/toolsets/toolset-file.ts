import type { Toolset, ToolsetConnectionInput, ToolsetSettingsInput } from "@bowline/sdk";
import type { QueryClient } from "@tanstack/react-query";
import { bowline } from "../../api/bowline.ts";
import { connectionsQuery } from "../../api/connections.ts";
import { refreshToolsets } from "../../api/toolsets.ts";

/** A toolset without ids, so that it fits another company or server. */
interface ToolsetFile {
  bowlineToolset: 1;
  name: string;
  applications: { applicationSlug: string; toolSlugs: string[] }[];
  settings: ToolsetSettingsInput;
}

/** Writes a toolset as a file's text. Presets are left out, because they may be private. */
export function writeToolsetFile({ name, connections, settings }: Toolset): string {
  const tools = Object.fromEntries(
    Object.entries(settings.tools).map(([slug, { presets: _, ...shown }]) => [slug, shown]),
  );
  const file: ToolsetFile = {
    bowlineToolset: 1,
    name,
    applications: connections.map(({ applicationSlug, toolSlugs }) => ({ applicationSlug, toolSlugs })),
    settings: { ...settings, tools },
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

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
  const file = readFile(text);
  const own = await queryClient.fetchQuery(connectionsQuery);
  const missing: string[] = [];
  const connections: ToolsetConnectionInput[] = [];
  for (const { applicationSlug, toolSlugs } of file.applications) {
    const fitting = own.filter((connection) => connection.applicationSlug === applicationSlug);
    const chosen = fitting.find(({ isDefault }) => isDefault) ?? fitting[0];
    if (chosen === undefined) {
      missing.push(applicationSlug);
    } else {
      connections.push({ connectionId: chosen.connectionId, applicationSlug, toolSlugs });
    }
  }
  const { toolsetId } = await bowline.toolsets.create({
    name: file.name,
    connections,
    settings: file.settings,
  });
  await refreshToolsets(queryClient);
  return { toolsetId, missing };
}

function readFile(text: string): ToolsetFile {
  const file = parse(text);
  const isToolset =
    typeof file === "object" &&
    file !== null &&
    "bowlineToolset" in file &&
    "applications" in file &&
    Array.isArray(file.applications);
  if (!isToolset) {
    throw new Error("This file is not a toolset that Bowline wrote.");
  }
  return file as unknown as ToolsetFile;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
