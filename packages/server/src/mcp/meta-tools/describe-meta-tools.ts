import { type MetaToolName, metaToolInputs } from "@bowline/contract";
import type { Tool } from "@modelcontextprotocol/server";
import { describeInput } from "../results/describe-input.ts";

const readOnly = { readOnlyHint: true };

const texts: Record<Exclude<MetaToolName, "bowline_read_result">, Omit<Tool, "name" | "inputSchema">> = {
  bowline_search_tools: {
    description:
      "Finds tools of all applications by what they do. Start here, then read a tool's input with bowline_get_tool.",
    annotations: readOnly,
  },
  bowline_get_tool: {
    description: "Returns a tool's description and the JSON Schema of its input.",
    annotations: readOnly,
  },
  bowline_execute_tool: {
    description: "Runs a tool with one of the user's connections and returns its result.",
  },
  bowline_list_connections: {
    description: "Lists the accounts that the user has connected, with their applications and ids.",
    annotations: readOnly,
  },
  bowline_connect: {
    description: "Says how the user can connect an account of an application.",
    annotations: { destructiveHint: false },
  },
};

/** Describes the tools of `/mcp` (decisions D62). */
export const describeMetaTools = (): Tool[] =>
  Object.entries(texts).map(([name, text]) => ({
    name,
    ...text,
    inputSchema: { ...describeInput(metaToolInputs[name as MetaToolName]), type: "object" as const },
  }));
