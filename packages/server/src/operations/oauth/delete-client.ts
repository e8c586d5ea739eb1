import { notFound } from "../../api-error.ts";
import { deleteClient as deleteClientRow } from "../../db/authorization/registered-clients.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf } from "../handler.ts";

export async function deleteClient(
  deps: Deps,
  caller: Caller,
  { resource: client }: InputOf<"deleteClient">,
): Promise<string> {
  if (!(await deleteClientRow(deps.db.kysely, client.clientId))) {
    throw notFound(`Client ${client.clientId}`);
  }
  deps.log.info({ clientId: client.clientId, by: caller.accountUserId }, "a client was deleted");
  return `Client ${client.clientId} was deleted.`;
}
