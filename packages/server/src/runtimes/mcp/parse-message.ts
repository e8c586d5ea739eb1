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
