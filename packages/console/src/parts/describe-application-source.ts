import type { Application } from "@bowline/sdk";

const words: Record<Application["source"], string> = {
  builtin: "Built in",
  openapi: "OpenAPI",
  mcp: "MCP server",
  sql: "Database",
  code: "Code",
  graphql: "GraphQL",
};

/** The kind of an application in words. */
export const describeApplicationSource = (source: Application["source"]): string => words[source];
