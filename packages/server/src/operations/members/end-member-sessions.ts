import { inTransaction } from "../../db/in-transaction.ts";
import type { Caller } from "../../db/people/callers.ts";
import { endMemberSessions as endSessions } from "../../db/people/sessions.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf } from "../handler.ts";

export async function endMemberSessions(
  deps: Deps,
  _caller: Caller,
  { resource: member }: InputOf<"endMemberSessions">,
): Promise<string> {
  await inTransaction(deps.db.kysely, (transaction) => endSessions(transaction, member.accountUserId));
  return `The sessions of member ${member.accountUserId} have ended.`;
}
