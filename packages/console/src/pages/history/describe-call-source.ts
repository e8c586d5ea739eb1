import type { ExecutionSummary } from "@bowline/sdk";

const words: Record<ExecutionSummary["source"], string> = { api: "API", mcp: "MCP", console: "Console" };

/** How a call came in, in words. */
export const describeCallSource = (source: ExecutionSummary["source"]): string => words[source];

/** The ways in, for a choice. */
export const sources = Object.entries(words).map(([value, label]) => ({ value, label }));
