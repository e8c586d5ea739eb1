import { notFound } from "../../api-error.ts";
import { setDefaultConnectionRow } from "../../db/connections/default-connections.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf, OutputOf } from "../handler.ts";
import { readConnection } from "./read-connection.ts";

export async function setDefaultConnection(
  deps: Deps,
  caller: Caller,
  { resource: connection }: InputOf<"setDefaultConnection">,
): Promise<OutputOf<"setDefaultConnection">> {
  const wasUpdated = await setDefaultConnectionRow(deps.db.kysely, connection);
  if (!wasUpdated) {
    throw notFound(`Connection ${connection.connectionId}`);
  }
  const { applicationSlug, connectionId } = await readConnection(deps, caller, connection.connectionId);
  return { applicationSlug, connectionId, isDefault: true };
}
