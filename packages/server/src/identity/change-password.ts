import type { Kysely } from "kysely";
import { inTransaction } from "../db/in-transaction.ts";
import type { Caller } from "../db/people/callers.ts";
import { deletePersonInvitations } from "../db/people/invitations.ts";
import { loadPassword, storePassword } from "../db/people/passwords.ts";
import { endPersonSessions } from "../db/people/sessions.ts";
import type { Schema } from "../db/schema.ts";
import { findPasswordProblem } from "./check-password.ts";
import type { PasswordHasher } from "./password-hash.ts";
import { type RefusedTry, takeChangeTry } from "./sign-in-limits.ts";

/**
 * Changes a signed-in person's password, and ends their other sessions and links for a password (decisions D54). Wrong current passwords
 * are counted.
 *
 * @param sessionHash the session that asks, which goes on
 * @throws TooManySignInsError
 */
export async function changePassword(
  { db, passwords }: { db: Kysely<Schema>; passwords: PasswordHasher },
  caller: Pick<Caller, "userId" | "email">,
  sessionHash: Buffer,
  sent: { current: string; next: string },
): Promise<{ kind: "changed" | "wrong" } | { kind: "unfit"; problem: string } | RefusedTry> {
  const tried = await takeChangeTry(db, caller.userId);
  if (tried.kind === "throttled") {
    return tried;
  }
  const stored = await loadPassword(db, caller.userId);
  const fitting = await passwords.findFitting(sent.current, stored === null ? [] : [stored.passwordHash]);
  if (fitting.length === 0) {
    return { kind: "wrong" };
  }
  await tried.forgive();
  const problem = await findPasswordProblem(sent.next, caller.email);
  if (problem !== null) {
    return { kind: "unfit", problem };
  }
  const passwordHash = await passwords.hash(sent.next);
  await inTransaction(db, async (transaction) => {
    await storePassword(transaction, { userId: caller.userId, passwordHash });
    await endPersonSessions(transaction, caller.userId, sessionHash);
    // Whoever has a link that an Admin made before could replace the new password.
    await deletePersonInvitations(transaction, caller.userId);
  });
  return { kind: "changed" };
}
