import type { RequestListener } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Deps } from "../deps.ts";

/**
 * Serves the MCP endpoints `/mcp` and `/mcp/{toolsetId}` (decisions D60). The protocol's library is loaded at the first request, since
 * many servers never get one.
 */
export function serveMcp(deps: Deps): RequestListener {
  let door: Promise<(request: Request) => Promise<Response>> | undefined;
  const listen = getRequestListener(async (request) => {
    door ??= import("./mcp-door.ts").then(({ openMcpDoor }) => openMcpDoor(deps));
    return (await door)(request);
  });
  return (request, response) => void listen(request, response);
}
