import type { Kysely } from "kysely";
import { inTransaction } from "../db/in-transaction.ts";
import type { Caller } from "../db/people/callers.ts";
import {
  consumeInvitation,
  deletePersonInvitations,
  type InvitedRow,
  loadInvitation,
} from "../db/people/invitations.ts";
import { storePassword } from "../db/people/passwords.ts";
import { isInCompany, moveToProfile } from "../db/people/person-companies.ts";
import { addSessionChoice, endPersonSessions } from "../db/people/sessions.ts";
import type { Schema } from "../db/schema.ts";
import { findPasswordProblem } from "./check-password.ts";
import type { PasswordHasher } from "./password-hash.ts";
import { hashToken } from "./token.ts";

/** An invitation that was accepted. */
export interface Accepted {
  kind: "accepted";
  accountUserId: number;
}

/**
 * Accepts an invitation: uses it up and sets the person's password. Sessions from before end, since the link also replaces a password
 * that was forgotten.
 *
 * @returns `invalid` when the invitation is unknown, used or expired
 * @throws TooManySignInsError
 */
export async function acceptInvitation(
  { db, passwords }: { db: Kysely<Schema>; passwords: PasswordHasher },
  token: string,
  password: string,
): Promise<Accepted | { kind: "invalid" } | { kind: "unfit"; problem: string }> {
  const tokenHash = hashToken(token);
  const invited = await loadInvitation(db, tokenHash);
  if (invited === null) {
    return { kind: "invalid" };
  }
  const problem = await findPasswordProblem(password, invited.email);
  if (problem !== null) {
    return { kind: "unfit", problem };
  }
  const { accountUserId, userId } = invited;
  const passwordHash = await passwords.hash(password);
  return inTransaction(db, async (transaction) => {
    if (!(await consumeInvitation(transaction, tokenHash))) {
      return { kind: "invalid" };
    }
    await storePassword(transaction, { userId, passwordHash });
    await endPersonSessions(transaction, userId, null);
    return { kind: "accepted", accountUserId };
  });
}

/**
 * Whether a signed-in person may accept an invitation as themselves: it is for their e-mail address, the first one, and of a company
 * that they are not in. In their own company it is for another member with that address.
 */
export const mayJoin = async (
  db: Kysely<Schema>,
  caller: Pick<Caller, "userId" | "email">,
  invited: InvitedRow,
): Promise<boolean> =>
  !invited.hasPassword &&
  caller.userId !== invited.userId &&
  caller.email.toLowerCase() === invited.email.toLowerCase() &&
  !(await isInCompany(db, caller.userId, invited.companyId));

/**
 * Accepts an invitation of another company for a person who is signed in. They are one person in both companies from then on, with one
 * password.
 *
 * @param sessionHash the session that may act for the new company, too
 * @returns `invalid` when the invitation is unknown, used, expired or not for this person
 */
export async function joinCompany(
  db: Kysely<Schema>,
  caller: Pick<Caller, "userId" | "email">,
  sessionHash: Buffer,
  token: string,
): Promise<Accepted | { kind: "invalid" }> {
  const tokenHash = hashToken(token);
  return inTransaction(db, async (transaction) => {
    const invited = await loadInvitation(transaction, tokenHash);
    if (
      invited === null ||
      !(await mayJoin(transaction, caller, invited)) ||
      !(await consumeInvitation(transaction, tokenHash))
    ) {
      return { kind: "invalid" };
    }
    if (!(await moveToProfile(transaction, invited, caller.userId))) {
      throw new Error(`User ${caller.userId} is in company ${invited.companyId} already.`);
    }
    // A link that one company made must not set the password that is now good for both.
    await deletePersonInvitations(transaction, caller.userId);
    await addSessionChoice(transaction, sessionHash, invited.accountUserId);
    return { kind: "accepted", accountUserId: invited.accountUserId };
  });
}
