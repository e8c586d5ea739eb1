import { fileURLToPath } from "node:url";
import { type McpClient, type McpServerEntry, mcpClients } from "@bowline/sdk/mcp";
import { UsageError } from "../../errors.ts";
import type { Session } from "../../session.ts";

/** Finds a client of the table. @throws UsageError with the ids that there are */
export function findClient(id: string): McpClient {
  const client = mcpClients.find((one) => one.id === id);
  if (client === undefined) {
    throw new UsageError(
      `There is no client "${id}". There are: ${mcpClients.map((one) => one.id).join(", ")}.`,
    );
  }
  return client;
}

/** The path that an agent uses: of a toolset, or of the whole catalog. @throws UsageError when the toolset is not an id */
export function findMcpPath(toolset: string | undefined): string {
  if (toolset === undefined) {
    return "/mcp";
  }
  if (!/^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i.test(toolset)) {
    throw new UsageError(
      `--toolset takes the id of a toolset, and "${toolset}" is not an id. \`bowline toolsets list\` shows the ids.`,
    );
  }
  return `/mcp/${toolset}`;
}

/** @throws UsageError when the toolset is not an id */
export const findMcpUrl = ({ target }: Session, toolset: string | undefined): string =>
  target.url + findMcpPath(toolset);

/** How a client starts the bridge: with this Node and this program, and without a key. */
export function buildBridge(
  { target }: Session,
  toolset: string | undefined,
): Required<McpServerEntry>["bridge"] {
  const launcher = fileURLToPath(new URL("../../../bin/bowline.mjs", import.meta.url));
  const more = toolset === undefined ? [] : ["--toolset", toolset];
  return {
    command: process.execPath,
    args: [launcher, "mcp", "stdio", "--profile", target.profileName, ...more],
    env: { BOWLINE_URL: target.url },
  };
}
