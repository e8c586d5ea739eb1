import type { ToolsetRow } from "../db/toolsets.ts";
import { findOwnSlugByName, findToolSettings } from "./toolset-settings.ts";

/** The name that agents see and call: the one that the toolset gives the tool, else the slug (decisions D65). */
export const readName = (toolset: ToolsetRow, slug: string): string =>
  findToolSettings(toolset, slug)?.name ?? slug;

/**
 * Finds the slug of the tool that agents know by a name; null: they know none. A name that the toolset gives goes before another tool's
 * slug, which may have come later.
 */
export function findSlug(toolset: ToolsetRow, name: string): string | null {
  const slug = findOwnSlugByName(toolset, name) ?? name;
  return readName(toolset, slug) === name ? slug : null;
}

/**
 * Whether agents can call a tool by its name. Not when its slug is the name that the toolset gives another tool: models and clients refuse a list with
 * two tools of one name.
 */
export const isCallable = (toolset: ToolsetRow, slug: string): boolean =>
  findSlug(toolset, readName(toolset, slug)) === slug;
