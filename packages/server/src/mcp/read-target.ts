import { type Resource, readPath } from "../access-tokens/resources.ts";

/** Reads the path of `/mcp` or `/mcp/{toolsetId}`, with or without a closing slash (decisions D60). Null: another path. */
export function readTarget(baseUrl: string, path: string): Resource | null {
  const resource = readPath(baseUrl, path);
  return resource?.path === "/v1" ? null : resource;
}
