import { isObject } from "../is-object.ts";
import { leaveOutNulls } from "./leave-out-nulls.ts";
import { mcpListingLimits } from "./mcp-listing-limits.ts";
import { parseMessage } from "./parse-message.ts";
import { findResponse, type LargeMessage, leaveOut, type ReadMessage } from "./read-large-message.ts";

const usedMembers = [
  "name",
  "title",
  "description",
  "inputSchema",
  "outputSchema",
  "annotations",
  "execution",
];

/**
 * Reads a large response to a request other than `tools/call`. Of a list of tools it returns what is used: the members that are used, and
 * one tool beyond the limit, which shows that there are more. Takes long: for threads (decisions D75).
 */
export function readLargeListing(came: LargeMessage): ReadMessage {
  const message = findResponse(came, parseMessage);
  if (message === null) {
    return leaveOut(came.isStream);
  }
  const { result } = message;
  if (!isObject(result) || !Array.isArray(result.tools)) {
    return { replacement: leaveOutNulls(JSON.stringify(message)), result: null, toolTexts: null };
  }
  const small = { ...message, result: { ...result, tools: [] } };
  return {
    replacement: leaveOutNulls(JSON.stringify(small)),
    result: null,
    toolTexts: writeTools(result.tools),
  };
}

function writeTools(tools: readonly unknown[]): string[] {
  return tools
    .filter(isObject)
    .filter(({ name }) => typeof name === "string")
    .slice(0, mcpListingLimits.tools + 1)
    .map((tool) => JSON.stringify(Object.fromEntries(usedMembers.map((name) => [name, tool[name]]))));
}
