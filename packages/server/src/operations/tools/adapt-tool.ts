import type { ToolsetTool } from "@bowline/contract";
import { hidePresets } from "../../execution/input/hide-presets.ts";

/** The members of a tool's record that a toolset may change. */
export interface AdaptableTool {
  slug: string;
  name: string;
  description: string;
  inputSchema?: Record<string, unknown>;
}

/** Builds a tool's record as the agents of a toolset see it: with the given name and description, without the presets (decisions D65). */
export function adaptTool<Tool extends AdaptableTool>(tool: Tool, settings: ToolsetTool | null): Tool {
  if (settings === null) {
    return tool;
  }
  const { name, description, presets } = settings;
  return {
    ...tool,
    ...(name != null && { name }),
    ...(description != null && { description }),
    ...(presets != null &&
      tool.inputSchema !== undefined && { inputSchema: hidePresets(tool.inputSchema, Object.keys(presets)) }),
  };
}
