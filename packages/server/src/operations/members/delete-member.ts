import { ApiError } from "../../api-error.ts";
import { deleteIdempotencyKeysOf } from "../../db/idempotency-keys.ts";
import { inTransaction } from "../../db/in-transaction.ts";
import { hasAnotherAdmin } from "../../db/people/admins.ts";
import type { Caller } from "../../db/people/callers.ts";
import { deleteMemberRow } from "../../db/people/delete-members.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf } from "../handler.ts";

export async function deleteMember(
  deps: Deps,
  _caller: Caller,
  { resource: member }: InputOf<"deleteMember">,
): Promise<string> {
  await inTransaction(deps.db.background.kysely, async (transaction) => {
    await deleteIdempotencyKeysOf(transaction, member.accountUserId);
    await deleteMemberRow(transaction, member, async (_transaction, batch) => {
      await deps.jobs.addRevocations(transaction, batch);
    });
    // Whatever the role was when the request began. At the end, since it locks the company.
    if (!(await hasAnotherAdmin(transaction, member.companyId, member.accountUserId))) {
      throw new ApiError("CONFLICT", "The last Admin of a company cannot be removed.");
    }
  });
  deps.rows.clear();
  return `Member ${member.accountUserId} was removed.`;
}
