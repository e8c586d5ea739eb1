import { clearDefaultConnectionRow } from "../../db/connections/default-connections.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf } from "../handler.ts";

export async function clearDefaultConnection(
  deps: Deps,
  _caller: Caller,
  { resource: connection }: InputOf<"clearDefaultConnection">,
): Promise<string> {
  const { connectionId } = connection;
  const wasDefault = await clearDefaultConnectionRow(deps.db.kysely, connectionId);
  return `Connection ${connectionId} ${wasDefault ? "is no longer" : "was not"} a default.`;
}
