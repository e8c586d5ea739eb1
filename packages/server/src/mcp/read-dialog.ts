import { CLIENT_CAPABILITIES_META_KEY, type ServerContext } from "@modelcontextprotocol/server";
import { isObject } from "../runtimes/is-object.ts";
import type { CallerDialog } from "../runtimes/runtime.ts";

/** The state of our own request to show an address. The response to it is not for the application. */
export const openState = "bowline:open";

/** Reads what a client of the newest revision can be asked for, and what it sends back. */
export function readDialog({ mcpReq }: ServerContext): { dialog: CallerDialog } {
  const envelope: Record<string, unknown> = { ...mcpReq.envelope };
  const capabilities = envelope[CLIENT_CAPABILITIES_META_KEY];
  const state = mcpReq.requestState<string>() ?? null;
  const isOwn = state === openState;
  return {
    dialog: {
      capabilities: isObject(capabilities) ? capabilities : {},
      responses: isOwn ? null : (mcpReq.inputResponses ?? null),
      state: isOwn ? null : state,
    },
  };
}
