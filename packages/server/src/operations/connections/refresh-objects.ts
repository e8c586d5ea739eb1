import type { Caller } from "../../db/callers.ts";
import { beginRefresh } from "../../db/connection-objects.ts";
import { inTransaction } from "../../db/in-transaction.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf } from "../handler.ts";

export async function refreshObjects(
  deps: Deps,
  _caller: Caller,
  { resource: { connectionId } }: InputOf<"refreshObjects">,
): Promise<string> {
  const isStarted = await inTransaction(deps.db.kysely, async (transaction) => {
    const isFirst = await beginRefresh(transaction, connectionId);
    if (isFirst) {
      await deps.jobs.add(transaction, "refresh-objects", { connectionId });
    }
    return isFirst;
  });
  return isStarted
    ? `The refresh of connection ${connectionId} was started.`
    : `A refresh of connection ${connectionId} is in progress already.`;
}
