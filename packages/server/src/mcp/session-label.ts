import { randomUUID } from "node:crypto";
import type { ClientCapabilities } from "@modelcontextprotocol/server";
import { isObject } from "../runtimes/is-object.ts";

/**
 * What a client of an older revision said when it began, kept in the session id itself. So there are no sessions to store, and every
 * server can serve every request. The newest revision says the same with each request.
 */
export interface SessionLabel {
  text: string;
  /** The client can show an address to a person (URL elicitation). */
  showsUrls: boolean;
  /** What the client can be asked for during a call, in the protocol's form. */
  capabilities: ClientCapabilities;
}

const pattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:\.([ufsr]+))?$/;

/** Reads `Mcp-Session-Id`. Null: there is none of ours. */
export function readSessionLabel(text: string | null): SessionLabel | null {
  const match = pattern.exec(text ?? "");
  if (match === null) {
    return null;
  }
  const [label, letters = ""] = match;
  const [url, form] = [letters.includes("u"), letters.includes("f")];
  return {
    text: label,
    showsUrls: url,
    capabilities: {
      ...((url || form) && { elicitation: { ...(url && { url: {} }), ...(form && { form: {} }) } }),
      ...(letters.includes("s") && { sampling: {} }),
      ...(letters.includes("r") && { roots: {} }),
    },
  };
}

/** Creates the session id for a client that sends `initialize`. */
export function createSessionLabel(initialize: Record<string, unknown>): string {
  const { params } = initialize;
  const capabilities = isObject(params) && isObject(params.capabilities) ? params.capabilities : {};
  const letters = [
    canShowUrls(capabilities) ? "u" : "",
    canFillForms(capabilities) ? "f" : "",
    isObject(capabilities.sampling) ? "s" : "",
    isObject(capabilities.roots) ? "r" : "",
  ].join("");
  return letters === "" ? randomUUID() : `${randomUUID()}.${letters}`;
}

/** Whether a client's capabilities include URL elicitation. */
export function canShowUrls(capabilities: unknown): boolean {
  const elicitation = isObject(capabilities) ? capabilities.elicitation : undefined;
  return isObject(elicitation) && isObject(elicitation.url);
}

/** Whether they include forms. A client that names no mode has forms. */
export function canFillForms(capabilities: unknown): boolean {
  const elicitation = isObject(capabilities) ? capabilities.elicitation : undefined;
  return isObject(elicitation) && (elicitation.form !== undefined || elicitation.url === undefined);
}
