import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import { escapeForHeader } from "../../escape-for-header.ts";
import { Reply } from "../handler.ts";
import { readConnection } from "./read-connection.ts";
import type { StoredConnection } from "./store-connection.ts";

/** Returns a connection that was stored or changed, and in a header why its credentials were not tried (decisions D26). */
export async function replyWithConnection(
  deps: Deps,
  caller: Caller,
  { connectionId, warning }: StoredConnection,
): Promise<Reply> {
  const connection = await readConnection(deps, caller, connectionId);
  const headers = warning === null ? {} : { "x-bowline-warning": escapeForHeader(warning) };
  return new Reply(JSON.stringify(connection), headers);
}
