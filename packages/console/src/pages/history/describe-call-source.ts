import type { ExecutionSummary } from "@bowline/sdk";

const words: Record<ExecutionSummary["source"], string> = { api: "API", mcp: "MCP", console: "Console" };

/** Names the source of a call. */
export const describeCallSource = (source: ExecutionSummary["source"]): string => words[source];

/** The sources of calls, for a choice. */
export const sources = Object.entries(words).map(([value, label]) => ({ value, label }));
