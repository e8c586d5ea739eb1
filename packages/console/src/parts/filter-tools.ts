import type { Tool } from "@bowline/sdk";
import { compareNames } from "./compare-names.ts";
import { matchWords } from "./match-words.ts";

/** What a tool does to data. */
export type Hint = "read" | "write" | "destructive";

/** What tools can be filtered by: what they do, and what their application says about them. */
export const hints: { value: string; label: string }[] = [
  { value: "read", label: "Read-only" },
  { value: "write", label: "Writes" },
  { value: "destructive", label: "Destructive" },
  { value: "recommended", label: "Recommended" },
  { value: "deprecated", label: "Deprecated" },
];

/** Returns what a tool does to data; a tool that only reads destroys nothing. */
export function readHint({ annotations }: Pick<Tool, "annotations">): Hint {
  if (annotations.readOnlyHint) {
    return "read";
  }
  return annotations.destructiveHint ? "destructive" : "write";
}

interface ToolFilters {
  search?: string | undefined;
  hint?: string | undefined;
  tag?: string | undefined;
}

function hasHint(tool: Tool, hint: string): boolean {
  switch (hint) {
    case "recommended":
      return tool.isFeatured === true;
    case "deprecated":
      return tool.isDeprecated;
    default:
      return readHint(tool) === hint;
  }
}

/** Filters tools by every word of a search, by what they do, and by tag. */
export function filterTools(tools: readonly Tool[], { search = "", hint, tag }: ToolFilters): Tool[] {
  const fits = matchWords(search);
  return tools.filter(
    (tool) =>
      (hint === undefined || hasHint(tool, hint)) &&
      (tag === undefined || tool.tags.includes(tag)) &&
      fits(`${tool.name} ${tool.slug} ${tool.description} ${tool.tags.join(" ")}`),
  );
}

/** The tags that occur, by name. */
export const listTags = (tools: readonly Tool[]): string[] =>
  [...new Set(tools.flatMap(({ tags }) => tags))].sort(compareNames);
