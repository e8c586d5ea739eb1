import type { Kysely } from "kysely";
import { inTransaction } from "../db/in-transaction.ts";
import { deletePersonInvitations } from "../db/people/invitations.ts";
import { listPeopleByEmail } from "../db/people/person-companies.ts";
import type { Schema } from "../db/schema.ts";
import { invite } from "./invite.ts";

/** A link with which one person sets a password. */
export interface PasswordLink {
  fullName: string;
  /** Their companies: the password is good for all of them. */
  companyNames: string[];
  invitationUrl: string;
}

/**
 * Makes a link for each person with an e-mail address, for the operator (decisions D43b). It replaces the password when it is used, and
 * ends the person's earlier links now.
 *
 * @returns none when nobody has the address
 */
export async function createPasswordLinks(
  { db, baseUrl, clock }: { db: Kysely<Schema>; baseUrl: string; clock: () => number },
  email: string,
): Promise<PasswordLink[]> {
  return inTransaction(db, async (transaction) => {
    const links: PasswordLink[] = [];
    for (const { userId, accountUserId, ...person } of await listPeopleByEmail(transaction, email)) {
      await deletePersonInvitations(transaction, userId);
      links.push({ ...person, invitationUrl: await invite(transaction, baseUrl, clock(), accountUserId) });
    }
    return links;
  });
}
