import { fileURLToPath } from "node:url";
import { type McpClient, type McpServerEntry, mcpClients } from "@bowline/sdk/mcp";
import { NotSignedInError, UsageError } from "../../errors.ts";
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

/** The address that an agent uses: of a toolset, or of the whole catalog. */
export const findMcpUrl = ({ target }: Session, toolset: string | undefined): string =>
  `${target.url}/mcp${toolset === undefined ? "" : `/${encodeURIComponent(toolset)}`}`;

/** How a client starts the bridge: with this Node and this program, and without a key. */
export function buildBridge({ target }: Session, toolset: string | undefined): McpServerEntry["bridge"] {
  const launcher = fileURLToPath(new URL("../../../bin/bowline.mjs", import.meta.url));
  const more = toolset === undefined ? [] : ["--toolset", toolset];
  return {
    command: process.execPath,
    args: [launcher, "mcp", "stdio", "--profile", target.profileName, ...more],
    env: { BOWLINE_URL: target.url },
  };
}

/** The headers of an API key. A token of a sign-in is for the API only, not for `/mcp`. @throws NotSignedInError */
export function readKeyHeaders({ target }: Session): Record<string, string> {
  const { credential } = target;
  if (credential === null || !("apiKey" in credential)) {
    throw new NotSignedInError(
      "The bridge needs an API key: set BOWLINE_API_KEY, or run `bowline login --with-key`.",
    );
  }
  return { "x-api-key": credential.apiKey };
}
