import type { IncomingMessage, ServerResponse } from "node:http";
import { operationScopes } from "@bowline/contract";
import { type Resource, readPath } from "../access-tokens/resources.ts";
import { buildPath } from "../build-path.ts";
import { chooseOwnName } from "../entry/own-address.ts";

/**
 * Finds the resource that a well-known address is about; null when there is none. Metadata at the root are about the API.
 *
 * @param path what stands before or after the well-known part; empty at the root
 */
export function findResource(baseUrl: string, path: string): Resource | null {
  const basePath = buildPath(baseUrl, "");
  const beyond = path.startsWith(basePath) ? path.slice(basePath.length) : path;
  return readPath(baseUrl, beyond === "" || beyond === "/" ? "/v1" : beyond);
}

/** Sends the metadata of a resource (RFC 9728 §2). It has the name that the client called it by, since clients compare the two (§3.3). */
export function sendResourceMetadata(
  request: IncomingMessage,
  response: ServerResponse,
  baseUrl: string,
  { path }: Resource,
): void {
  response.writeHead(200, {
    "content-type": "application/json",
    "cache-control": "public, max-age=300",
    "access-control-allow-origin": "*",
  });
  const metadata = {
    resource: chooseOwnName(baseUrl, request.headers.host) + path,
    authorization_servers: [baseUrl],
    scopes_supported: [...operationScopes, "offline_access"],
    bearer_methods_supported: ["header"],
    resource_name: "Bowline",
  };
  response.end(JSON.stringify(metadata));
}
