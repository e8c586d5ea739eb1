import { ApiError } from "../../api-error.ts";
import { inTransaction } from "../../db/in-transaction.ts";
import type { Caller } from "../../db/people/callers.ts";
import { deleteInvitations } from "../../db/people/invitations.ts";
import { countCompanies, lockProfile } from "../../db/people/person-companies.ts";
import type { Deps } from "../../deps.ts";
import { invite } from "../../identity/invite.ts";
import type { InputOf, OutputOf } from "../handler.ts";

/** Whoever has the link can set the person's password. It must not reach beyond the Admin's company. */
export async function createInvitation(
  deps: Deps,
  _caller: Caller,
  { resource: member }: InputOf<"createInvitation">,
): Promise<OutputOf<"createInvitation">> {
  if (member.kind !== "person") {
    throw new ApiError("CONFLICT", "A service member has no password. Create an API key for it.");
  }
  if (member.isDeleted) {
    throw new ApiError(
      "CONFLICT",
      "This person deleted their profile, so the link would not work. Remove the member and add them again.",
    );
  }
  return inTransaction(deps.db.kysely, async (transaction) => {
    await lockProfile(transaction, member.userId);
    if ((await countCompanies(transaction, member.userId)) > 1) {
      throw new ApiError(
        "CONFLICT",
        "This person is in several companies with one password, so none of them can replace it. Remove the member and add them again.",
      );
    }
    await deleteInvitations(transaction, member.accountUserId);
    const invitationUrl = await invite(transaction, deps.config.baseUrl, deps.clock(), member.accountUserId);
    return { invitationUrl };
  });
}
