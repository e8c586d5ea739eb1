import { inTransaction } from "../../db/in-transaction.ts";
import type { Caller } from "../../db/people/callers.ts";
import { insertMember, loadMember } from "../../db/people/members.ts";
import type { Deps } from "../../deps.ts";
import { invite } from "../../identity/invite.ts";
import type { InputOf, OutputOf } from "../handler.ts";
import { renderMember } from "./render-member.ts";

export async function createMember(
  deps: Deps,
  caller: Caller,
  { body }: InputOf<"createMember">,
): Promise<OutputOf<"createMember">> {
  const { accountUserId, invitationUrl } = await inTransaction(deps.db.kysely, async (transaction) => {
    const id = await insertMember(transaction, { companyId: caller.companyId, ...body });
    const url =
      body.kind === "person" ? await invite(transaction, deps.config.baseUrl, deps.clock(), id) : null;
    return { accountUserId: id, invitationUrl: url };
  });
  const member = await loadMember(deps.db.kysely, accountUserId);
  if (member === null) {
    throw new Error(`Member ${accountUserId} was removed while it was being added.`);
  }
  return { ...renderMember(member), invitationUrl };
}
