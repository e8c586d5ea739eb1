import type { BowlineServer } from "./bowline-server.ts";

/**
 * Calls the server's API and returns the response body.
 *
 * @throws Error for any status but 200: figures of failed calls mean nothing.
 */
export async function callApi<Body>(
  server: BowlineServer,
  method: "GET" | "POST",
  path: string,
  body?: unknown,
): Promise<Body> {
  const response = await fetch(`${server.origin}${path}`, {
    method,
    headers: { "x-api-key": server.apiKey, ...(body ? { "content-type": "application/json" } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  if (response.status !== 200) {
    throw new Error(`${method} ${path} returned ${response.status}: ${text.slice(0, 1_000)}`);
  }
  return JSON.parse(text) as Body;
}

/** The result of an import (decisions D24), as far as the benchmark reads it. */
export interface ImportResult {
  toolCount: number;
  skipped: { operation: string; reason: string }[];
}

/** The envelope of every list. */
export interface ListEnvelope<Item> {
  items: Item[];
  totalCount: number;
}
