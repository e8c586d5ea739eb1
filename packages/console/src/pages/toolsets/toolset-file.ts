import type { Toolset, ToolsetSettingsInput } from "@bowline/sdk";
import { isObject } from "../../form/json-schema.ts";

/** A toolset without ids, so that it fits another company or server. */
interface ToolsetFile {
  bowlineToolset: 1;
  name: string;
  applications: { applicationSlug: string; toolSlugs: string[] }[];
  settings: ToolsetSettingsInput;
}

/** Characters. The server takes about half of that for a toolset. */
const longestFile = 1_000_000;

/** Writes a toolset as a file's text. Presets are left out, because they may be private. */
export function writeToolsetFile({ name, connections, settings }: Toolset): string {
  const file: ToolsetFile = {
    bowlineToolset: 1,
    name,
    applications: connections.map(({ applicationSlug, toolSlugs }) => ({ applicationSlug, toolSlugs })),
    settings: { ...settings, tools: dropPresets(settings.tools) },
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/**
 * Reads a file's text. Presets are left out here, too: what somebody else wrote must not fix inputs of calls with one's own accounts.
 *
 * @throws Error for a text that is no toolset
 */
export function readToolsetFile(text: string): ToolsetFile {
  const file = text.length > longestFile ? null : parse(text);
  const isToolset =
    isObject(file) &&
    file.bowlineToolset === 1 &&
    typeof file.name === "string" &&
    isObject(file.settings) &&
    Array.isArray(file.applications) &&
    file.applications.every(
      (part) =>
        isObject(part) &&
        typeof part.applicationSlug === "string" &&
        Array.isArray(part.toolSlugs) &&
        part.toolSlugs.every((slug) => typeof slug === "string"),
    );
  if (!isToolset) {
    throw new Error("This file is not a toolset that Bowline wrote.");
  }
  const { settings, ...others } = file as unknown as ToolsetFile;
  return {
    ...others,
    settings: isObject(settings.tools) ? { ...settings, tools: dropPresets(settings.tools) } : settings,
  };
}

const dropPresets = (tools: NonNullable<ToolsetSettingsInput["tools"]>): typeof tools =>
  Object.fromEntries(
    Object.entries(tools).map(([slug, changes]) => {
      const { presets: _, ...shown } = { ...changes };
      return [slug, shown];
    }),
  );

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
