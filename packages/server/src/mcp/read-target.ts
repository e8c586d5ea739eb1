/** The endpoint that an address names. */
export interface McpTarget {
  /** In lower case; null: the address without a toolset. */
  toolsetId: string | null;
  /** The address for clients, without a closing slash. Tokens are issued for it (decisions D57). */
  path: string;
}

const target = /^\/mcp(?:\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}))?\/?$/i;

/** Reads the path of `/mcp` or `/mcp/{toolsetId}`, with or without a closing slash (decisions D60). Null: another path. */
export function readTarget(path: string): McpTarget | null {
  const match = target.exec(path);
  if (match === null) {
    return null;
  }
  const toolsetId = match[1]?.toLowerCase() ?? null;
  return { toolsetId, path: toolsetId === null ? "/mcp" : `/mcp/${toolsetId}` };
}
