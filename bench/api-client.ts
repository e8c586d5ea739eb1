import type { BowlineServer } from "./bowline-server.ts";

/**
 * Calls the server's API and returns the answer's JSON.
 *
 * @throws Error for any status but 200: what follows would measure nothing.
 */
export async function callApi<Answer>(
  server: BowlineServer,
  method: "GET" | "POST",
  path: string,
  body?: unknown,
): Promise<Answer> {
  const response = await fetch(`${server.origin}${path}`, {
    method,
    headers: { "x-api-key": server.apiKey, ...(body ? { "content-type": "application/json" } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const text = await response.text();
  if (response.status !== 200) {
    throw new Error(`${method} ${path} answered ${response.status}: ${text.slice(0, 1_000)}`);
  }
  return JSON.parse(text) as Answer;
}

/** What an import answers (decisions D24), as far as it is read here. */
export interface ImportAnswer {
  toolCount: number;
  skipped: { operation: string; reason: string }[];
}

/** The envelope of every list. */
export interface ListAnswer<Item> {
  items: Item[];
  totalCount: number;
}
