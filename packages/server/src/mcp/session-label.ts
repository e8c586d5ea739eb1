import { randomUUID } from "node:crypto";
import { isObject } from "../runtimes/is-object.ts";

/**
 * What a client of an older revision said when it began, kept in the session id itself. So there are no sessions to store, and every
 * server can serve every request. The newest revision says the same with each request.
 */
export interface SessionLabel {
  text: string;
  /** The client can show an address to a person (URL elicitation). */
  showsUrls: boolean;
}

const pattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:\.(u))?$/;

/** Reads `Mcp-Session-Id`. Null: there is none of ours. */
export function readSessionLabel(text: string | null): SessionLabel | null {
  const match = pattern.exec(text ?? "");
  return match === null ? null : { text: match[0], showsUrls: match[1] !== undefined };
}

/** Creates the session id for a client that sends `initialize`. */
export function createSessionLabel(initialize: Record<string, unknown>): string {
  const { params } = initialize;
  const capabilities = isObject(params) ? params.capabilities : undefined;
  return `${randomUUID()}${canShowUrls(capabilities) ? ".u" : ""}`;
}

/** Whether a client's capabilities include URL elicitation. */
export function canShowUrls(capabilities: unknown): boolean {
  const elicitation = isObject(capabilities) ? capabilities.elicitation : undefined;
  return isObject(elicitation) && isObject(elicitation.url);
}
