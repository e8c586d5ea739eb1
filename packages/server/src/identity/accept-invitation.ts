import type { Kysely } from "kysely";
import { inTransaction } from "../db/in-transaction.ts";
import { consumeInvitation } from "../db/invitations.ts";
import type { Schema } from "../db/schema.ts";
import { createFirstKey } from "./create-first-key.ts";
import { hashInvitationToken } from "./invitation-token.ts";

/** Uses up an invitation and returns the new member's first key; null when it is unknown, used or expired. */
export async function acceptInvitation(db: Kysely<Schema>, token: string): Promise<string | null> {
  return inTransaction(db, async (transaction) => {
    const accountUserId = await consumeInvitation(transaction, hashInvitationToken(token));
    return accountUserId === null ? null : createFirstKey(transaction, accountUserId);
  });
}
