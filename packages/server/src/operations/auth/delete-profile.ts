import { ApiError } from "../../api-error.ts";
import { inTransaction } from "../../db/in-transaction.ts";
import { isLastAdminAnywhere } from "../../db/people/admins.ts";
import type { Caller } from "../../db/people/callers.ts";
import { deletePersonConnections } from "../../db/people/delete-members.ts";
import { updateProfile } from "../../db/people/members.ts";
import { deletePassword } from "../../db/people/passwords.ts";
import { endPersonSessions } from "../../db/people/sessions.ts";
import type { Deps } from "../../deps.ts";

export async function deleteProfile(deps: Deps, caller: Caller): Promise<string> {
  await inTransaction(deps.db.kysely, async (transaction) => {
    await updateProfile(transaction, caller.userId, {
      fullName: "",
      email: "",
      deletedDate: new Date(deps.clock()),
    });
    await deletePassword(transaction, caller.userId);
    await endPersonSessions(transaction, caller.userId, null);
    // Nobody can use or delete them any more.
    await deletePersonConnections(transaction, caller.userId, async (_transaction, batch) => {
      await deps.jobs.addRevocations(transaction, batch);
    });
    // At the end, when the person's roles are locked and cannot change any more.
    if (await isLastAdminAnywhere(transaction, caller.userId)) {
      throw new ApiError(
        "CONFLICT",
        "The last Admin of a company cannot delete their profile. It is the same in all your companies: make somebody an Admin in each where you are the only one.",
      );
    }
  });
  return "The profile was deleted. Its credentials can now only call whoami.";
}
