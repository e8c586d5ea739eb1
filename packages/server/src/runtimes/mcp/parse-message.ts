import { isObject } from "../is-object.ts";

/** Parses a JSON-RPC message. Null: the text is none. */
export function parseMessage(text: string): Record<string, unknown> | null {
  try {
    const message: unknown = JSON.parse(text);
    return isObject(message) ? message : null;
  } catch {
    return null;
  }
}

/** Whether a server's id is the one that was sent. It may send anything, also an object that cannot become a text. */
export const isId = (id: unknown, sent: string | null): boolean =>
  (typeof id === "string" || typeof id === "number") && String(id) === sent;

/** Half a million events that are no messages fit into a stream, and each would take long to fail as JSON (decisions D75). */
export const mayBeMessage = (text: string): boolean => text.includes('"jsonrpc"');
