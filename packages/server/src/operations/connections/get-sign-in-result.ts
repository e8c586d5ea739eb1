import { ApiError, forbidden } from "../../api-error.ts";
import { loadConnectLinkOutcome } from "../../db/connections/connect-links.ts";
import { loadSignInOutcome } from "../../db/connections/sign-ins.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import { hashToken } from "../../identity/token.ts";
import type { InputOf, OutputOf } from "../handler.ts";

export async function getSignInResult(
  deps: Deps,
  caller: Caller,
  { query }: InputOf<"getSignInResult">,
): Promise<OutputOf<"getSignInResult">> {
  const { kysely } = deps.db;
  const stateHash = hashToken(query.state);
  const found =
    (await loadSignInOutcome(kysely, stateHash)) ?? (await loadConnectLinkOutcome(kysely, stateHash));
  if (found === null) {
    throw new ApiError(
      "NOT_FOUND",
      "There is no sign-in with this state. One is kept for a day, and deleted with its application.",
    );
  }
  if (found.accountUserId !== caller.accountUserId) {
    throw forbidden("This sign-in is not yours.");
  }
  const { status, isOver, error, connectionId, name } = found;
  if (status === "confirmed") {
    // Whoever reads this may use the connection at another process, maybe before the person sees that it is stored.
    await deps.changes.heardByAll();
    return { status, connectionId, name, error: null };
  }
  const unfinished = isOver ? "expired" : "pending";
  return { status: status === "failed" ? status : unfinished, connectionId: null, name: null, error };
}
