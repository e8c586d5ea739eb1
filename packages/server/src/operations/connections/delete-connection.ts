import { notFound } from "../../api-error.ts";
import { afterRevokingNowSeconds, hasIssuedTokens, revokeNow } from "../../connect/tokens/revoke-deleted.ts";
import type { DeletedConnection } from "../../db/connections/delete-connections.ts";
import { deleteConnectionRow } from "../../db/connections/write-connections.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf } from "../handler.ts";

export async function deleteConnection(
  deps: Deps,
  _caller: Caller,
  { resource: connection }: InputOf<"deleteConnection">,
): Promise<string> {
  const { connectionId } = connection;
  let deleted: DeletedConnection[] = [];
  let jobIds: string[] = [];
  const wasDeleted = await deleteConnectionRow(deps.db.kysely, connectionId, async (transaction, batch) => {
    deleted = batch;
    jobIds = await deps.jobs.addRevocations(transaction, batch, {
      afterSeconds: afterRevokingNowSeconds,
    });
  });
  if (!wasDeleted) {
    throw notFound(`Connection ${connectionId}`);
  }
  const ends = await Promise.all(deleted.filter(hasIssuedTokens).map((row) => revoke(deps, row, jobIds)));
  return `Connection ${connectionId} was deleted.${ends.join("")}`;
}

/** Returns what the response says of the tokens. */
async function revoke(deps: Deps, deleted: DeletedConnection, jobIds: readonly string[]): Promise<string> {
  const { problem, isTriedAgain } = await revokeNow(deps, deleted, jobIds);
  if (isTriedAgain) {
    return ` Its access could not be revoked at the application yet, which is tried again for some hours. Remove it there to be sure: ${problem?.message}`;
  }
  return problem === null
    ? " Its access was revoked at the application."
    : ` Its access could not be revoked at the application, so remove it there: ${problem.message}`;
}
