import type { CallToolResult } from "@modelcontextprotocol/server";

/** Renders a value of ours as text and as structured content. */
export const renderJson = (value: Record<string, unknown>): CallToolResult => ({
  content: [{ type: "text", text: JSON.stringify(value) }],
  structuredContent: value,
});
