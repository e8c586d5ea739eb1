import { startRefresh } from "../../connections/start-refresh.ts";
import { inTransaction } from "../../db/in-transaction.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf } from "../handler.ts";

export async function refreshObjects(
  deps: Deps,
  _caller: Caller,
  { resource: connection }: InputOf<"refreshObjects">,
): Promise<string> {
  const { connectionId } = connection;
  const isStarted = await inTransaction(deps.db.kysely, (transaction) =>
    startRefresh(deps.jobs, transaction, connection),
  );
  return isStarted
    ? `The refresh of connection ${connectionId} was started.`
    : `A refresh of connection ${connectionId} is in progress already.`;
}
