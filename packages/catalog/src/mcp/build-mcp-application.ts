import type { CatalogApplication } from "../application.ts";
import { cutAtSentence } from "../openapi/tool-text.ts";
import { cleanTitle, removeInvisible } from "../remove-invisible.ts";
import { buildMcpTools, type McpToolsInput } from "./build-mcp-tools.ts";
import { buildMcpAuthentications, type McpCredentials } from "./mcp-authentications.ts";

const maxDescriptionLength = 1024;

export interface McpImportInput extends McpToolsInput, McpCredentials {
  /** Default: the server's name. */
  name: string | null;
  /** Address of the server. */
  url: string;
}

/** Builds an application from an MCP server's own description (decisions D68). */
export async function buildMcpApplication(input: McpImportInput): Promise<{
  application: CatalogApplication;
  skipped: { operation: string; reason: string }[];
}> {
  const { slug, server, requiresConnection } = input;
  const { tools, skipped } = await buildMcpTools(input);
  const application: CatalogApplication = {
    slug,
    name: cutAtSentence(cleanTitle(input.name ?? server.name ?? "") || slug, 200),
    description: cutAtSentence(removeInvisible(server.instructions ?? ""), maxDescriptionLength),
    categories: [],
    iconUrl: null,
    websiteUrl: server.websiteUrl,
    source: "mcp",
    requiresConnection,
    environments: [{ name: "default", serverUrl: input.url }],
    authentications: buildMcpAuthentications(input, requiresConnection),
    tools,
  };
  return { application, skipped };
}
