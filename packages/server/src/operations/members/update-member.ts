import { ApiError, invalid, notFound } from "../../api-error.ts";
import { inTransaction } from "../../db/in-transaction.ts";
import { hasAnotherAdmin } from "../../db/people/admins.ts";
import type { Caller } from "../../db/people/callers.ts";
import { loadMember, type MemberRow, updateProfile, updateRole } from "../../db/people/members.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf, OutputOf } from "../handler.ts";
import { renderMember } from "./render-member.ts";

export async function updateMember(
  deps: Deps,
  caller: Caller,
  { resource: member, body }: InputOf<"updateMember">,
): Promise<OutputOf<"updateMember">> {
  checkProfileChange(caller, member, body);
  await inTransaction(deps.db.kysely, async (transaction) => {
    // Whatever the role was when the request began.
    if (
      body.role === "Member" &&
      !(await hasAnotherAdmin(transaction, member.companyId, member.accountUserId))
    ) {
      throw new ApiError("CONFLICT", "The last Admin of a company must stay an Admin.");
    }
    if (body.role != null) {
      await updateRole(transaction, member.accountUserId, body.role);
    }
    await updateProfile(transaction, member.userId, {
      ...(body.fullName != null && { fullName: body.fullName }),
      ...(body.email != null && { email: body.email }),
    });
  });
  const updated = await loadMember(deps.db.kysely, member.accountUserId);
  if (updated === null) {
    throw notFound(`Member ${member.accountUserId}`);
  }
  return renderMember(updated);
}

/** Only the person may change a person's name and e-mail, which are the same in every company. */
function checkProfileChange(caller: Caller, member: MemberRow, body: InputOf<"updateMember">["body"]): void {
  if (member.kind === "service" || member.accountUserId === caller.accountUserId) {
    return;
  }
  const changed = (["fullName", "email"] as const).filter((name) => body[name] != null);
  if (changed.length > 0) {
    throw invalid(changed.map((field) => ({ field, issue: "Only the person can change it." })));
  }
}
