import { CLIENT_CAPABILITIES_META_KEY, type ServerContext } from "@modelcontextprotocol/server";
import { isObject } from "../runtimes/is-object.ts";
import type { CallerDialog } from "../runtimes/runtime.ts";
import type { SessionLabel } from "./session-label.ts";

/** The state of our own request to show an address. The response to it is not for the application. */
export const openState = "bowline:open";

/** Reads what a client can be asked for, and what it sends back. A session's client said the first when it began. */
export function readDialog(
  { mcpReq }: ServerContext,
  session: SessionLabel | null,
): { dialog: CallerDialog } {
  const envelope: Record<string, unknown> = { ...mcpReq.envelope };
  const capabilities: unknown = envelope[CLIENT_CAPABILITIES_META_KEY] ?? session?.capabilities;
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
