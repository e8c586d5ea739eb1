import { notFound } from "../../api-error.ts";
import { deleteConnectionRow } from "../../db/connections.ts";
import type { Deps } from "../../deps.ts";
import type { Caller } from "../../identity/caller.ts";
import type { InputOf } from "../handler.ts";
import { forgetConnection } from "./read-connection.ts";

export async function deleteConnection(
  deps: Deps,
  _caller: Caller,
  { resource: connection }: InputOf<"deleteConnection">,
): Promise<string> {
  const wasThere = await deleteConnectionRow(deps.db.kysely, connection.connectionId);
  forgetConnection(deps, connection);
  // It has left the toolsets that named it.
  deps.rows.toolsets.clear();
  if (!wasThere) {
    throw notFound(`Connection ${connection.connectionId}`);
  }
  return `Connection ${connection.connectionId} was deleted.`;
}
