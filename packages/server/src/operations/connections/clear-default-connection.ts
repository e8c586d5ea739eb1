import type { Caller } from "../../db/callers.ts";
import { clearDefaultConnectionRow } from "../../db/connections.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf } from "../handler.ts";
import { forgetConnection } from "./read-connection.ts";

export async function clearDefaultConnection(
  deps: Deps,
  _caller: Caller,
  { resource: connection }: InputOf<"clearDefaultConnection">,
): Promise<string> {
  await clearDefaultConnectionRow(deps.db.kysely, connection.connectionId);
  forgetConnection(deps, connection);
  return `Connection ${connection.connectionId} is not a default.`;
}
