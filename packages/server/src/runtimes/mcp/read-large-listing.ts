import { isObject } from "../is-object.ts";
import { leaveOutNulls } from "./leave-out-nulls.ts";
import { mcpListingLimits } from "./mcp-listing-limits.ts";
import { parseMessage } from "./parse-message.ts";
import { findResponse, type LargeMessage, leaveOut, type ReadMessage } from "./read-large-message.ts";

const pinnedMembers = ["name", "title", "description", "inputSchema", "outputSchema", "annotations"];

/**
 * Reads a large response to a request other than `tools/call`. Of a list of tools it returns what is used: the members that are pinned, and
 * one tool beyond the limit, which shows that there are more. Takes long: for threads (decisions D75).
 */
export function readLargeListing(came: LargeMessage): ReadMessage {
  const message = findResponse(came, parseMessage);
  if (message === null) {
    return leaveOut(came.isStream);
  }
  const { result } = message;
  const hasTools = isObject(result) && Array.isArray(result.tools);
  const small = hasTools ? { ...message, result: { ...result, tools: [] } } : message;
  return {
    replacement: leaveOutNulls(JSON.stringify(small)),
    result: null,
    toolTexts: hasTools ? writeTools(result.tools as unknown[]) : null,
  };
}

function writeTools(tools: readonly unknown[]): string[] {
  return tools
    .filter((tool) => isObject(tool) && typeof tool.name === "string")
    .slice(0, mcpListingLimits.tools + 1)
    .map((tool) => {
      const members = tool as Record<string, unknown>;
      return JSON.stringify(Object.fromEntries(pinnedMembers.map((name) => [name, members[name]])));
    });
}
