import { isObject } from "../is-object.ts";
import { leaveOutNulls } from "./leave-out-nulls.ts";
import { mcpListingLimits } from "./mcp-listing-limits.ts";
import { parseMessage } from "./parse-message.ts";
import { findResponse, type LargeMessage, leaveOut, type ReadMessage } from "./read-large-message.ts";

const pinnedMembers = ["name", "title", "description", "inputSchema", "outputSchema", "annotations"];

/**
 * Reads a large response to a request other than `tools/call`. Of a list of tools it leaves what is used: the members that are pinned, and
 * one tool beyond the limit, which shows that there are more. Takes long: for threads (decisions D75).
 */
export function readLargeListing({ body, isStream }: LargeMessage): ReadMessage {
  const message = findResponse({ body, isStream }, parseMessage);
  if (message === null) {
    return leaveOut(isStream);
  }
  return { replacement: leaveOutNulls(JSON.stringify(shorten(message))), result: null };
}

function shorten(message: Record<string, unknown>): Record<string, unknown> {
  const { result } = message;
  if (!isObject(result) || !Array.isArray(result.tools)) {
    return message;
  }
  const tools = result.tools
    .filter((tool: unknown) => isObject(tool) && typeof tool.name === "string")
    .slice(0, mcpListingLimits.tools + 1)
    .map((tool) => Object.fromEntries(pinnedMembers.map((name) => [name, tool[name]])));
  return { ...message, result: { ...result, tools } };
}
