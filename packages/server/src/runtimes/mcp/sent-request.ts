import { isObject } from "../is-object.ts";

/**
 * What a request of the client is for. `listen`: to hear what the server says unasked. `resume`: to go on with a stream that broke. `tidy`:
 * to end the session or cancel a call. `reply`: to respond to a request of the server.
 */
type Purpose = "listen" | "resume" | "tidy" | "reply" | "callTool" | "other";

/** A request that the client sends. */
export interface SentRequest {
  purpose: Purpose;
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | null;
  /** Of the JSON-RPC request in the body, as a text. Empty: there is none. */
  id: string;
  signal: AbortSignal | null;
}

/** Reads a request as the client gives it to `fetch`. */
export function readSentRequest(url: string | URL, init: RequestInit = {}): SentRequest {
  const method = init.method ?? "GET";
  const headers = Object.fromEntries(new Headers(init.headers));
  const body = typeof init.body === "string" ? init.body : null;
  const message: unknown = body === null ? null : JSON.parse(body);
  const { id, method: called } = isObject(message) ? message : {};
  const purpose = findPurpose(method, headers, called);
  const isRequest = called !== undefined && id !== undefined;
  return {
    purpose,
    method,
    url: String(url),
    headers,
    body,
    id: isRequest ? String(id) : "",
    signal: init.signal ?? null,
  };
}

function findPurpose(method: string, headers: Record<string, string>, called: unknown): Purpose {
  if (method === "GET") {
    return headers["last-event-id"] === undefined ? "listen" : "resume";
  }
  if (method === "DELETE" || called === "notifications/cancelled") {
    return "tidy";
  }
  if (called === undefined) {
    return "reply";
  }
  return called === "tools/call" ? "callTool" : "other";
}
