import type { Caller } from "../../db/callers.ts";
import { inTransaction } from "../../db/in-transaction.ts";
import { insertInvitation } from "../../db/invitations.ts";
import { insertMember, loadMember } from "../../db/members.ts";
import type { Deps } from "../../deps.ts";
import {
  createInvitationToken,
  hashInvitationToken,
  invitationDays,
} from "../../identity/invitation-token.ts";
import type { InputOf, OutputOf } from "../handler.ts";
import { renderMember } from "./render-member.ts";

const dayMs = 24 * 60 * 60 * 1000;

export async function createMember(
  deps: Deps,
  caller: Caller,
  { body }: InputOf<"createMember">,
): Promise<OutputOf<"createMember">> {
  const token = body.kind === "person" ? createInvitationToken() : null;
  const accountUserId = await inTransaction(deps.db.kysely, async (transaction) => {
    const id = await insertMember(transaction, { companyId: caller.companyId, ...body });
    if (token !== null) {
      const expiresDate = new Date(deps.clock() + invitationDays * dayMs);
      await insertInvitation(transaction, {
        accountUserId: id,
        tokenHash: hashInvitationToken(token),
        expiresDate,
      });
    }
    return id;
  });
  const member = await loadMember(deps.db.kysely, accountUserId);
  if (member === null) {
    throw new Error(`Member ${accountUserId} was removed while it was being added.`);
  }
  const invitationUrl = token === null ? null : `${deps.config.baseUrl}/invitations/${token}`;
  return { ...renderMember(member), invitationUrl };
}
