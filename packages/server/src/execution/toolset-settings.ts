import { defaultToolsetSettings, type ToolsetSettings, type ToolsetTool } from "@bowline/contract";
import type { ToolsetRow } from "../db/toolsets.ts";

type Settings = Pick<ToolsetRow, "settings">;

/** Input values by name. */
export type Presets = Readonly<Record<string, unknown>>;

/** Reads a toolset's settings, with defaults for those that were never set. */
export const readSettings = ({ settings }: Settings): ToolsetSettings =>
  settings === null ? defaultToolsetSettings : { ...defaultToolsetSettings, ...settings };

/** Finds what a toolset changes of a tool; null: nothing. */
export function findToolSettings(toolset: Settings | null, slug: string): ToolsetTool | null {
  const tools = toolset?.settings?.tools;
  // A slug may be the name of a member that every object has.
  return tools !== undefined && Object.hasOwn(tools, slug) ? (tools[slug] ?? null) : null;
}

/** Finds the presets of a tool; null: none. */
export function findPresets(toolset: Settings | null, slug: string): Presets | null {
  const presets = findToolSettings(toolset, slug)?.presets;
  return presets == null || Object.keys(presets).length === 0 ? null : presets;
}

type ToolSettings = ToolsetSettings["tools"];

/** The slugs of tools by the names that a toolset gives them. A list of tools asks for each of its thousands. */
const slugsByName = new WeakMap<ToolSettings, ReadonlyMap<string, string>>();

/** Finds the slug of the tool that a toolset gives this name; null: none. */
export function findSlugByName({ settings }: Settings, name: string): string | null {
  const tools = settings?.tools;
  return tools === undefined ? null : (readNames(tools).get(name) ?? null);
}

function readNames(tools: ToolSettings): ReadonlyMap<string, string> {
  const known = slugsByName.get(tools);
  if (known !== undefined) {
    return known;
  }
  const named = new Map(
    Object.entries(tools).flatMap(([slug, { name }]) => (name == null ? [] : [[name, slug] as const])),
  );
  slugsByName.set(tools, named);
  return named;
}

/** Like `findSlugByName`, but only among the tools that the toolset has. */
export function findOwnSlugByName(
  toolset: Settings & Pick<ToolsetRow, "connections">,
  name: string,
): string | null {
  const slug = findSlugByName(toolset, name);
  return slug !== null && toolset.connections.some(({ toolSlugs }) => toolSlugs.includes(slug)) ? slug : null;
}
