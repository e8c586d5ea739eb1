import type { Kysely } from "kysely";
import { insertInvitation } from "../db/people/invitations.ts";
import type { Schema } from "../db/schema.ts";
import { createToken, hashToken } from "./token.ts";

/** How long an invitation can be accepted. */
const invitationDays = 7;
const dayMs = 24 * 60 * 60 * 1000;

/** Creates a one-time link with which a person sets their password. */
export async function invite(
  db: Kysely<Schema>,
  baseUrl: string,
  nowMs: number,
  accountUserId: number,
): Promise<string> {
  const token = createToken();
  await insertInvitation(db, {
    accountUserId,
    tokenHash: hashToken(token),
    expiresDate: new Date(nowMs + invitationDays * dayMs),
  });
  return `${baseUrl}/invitations/${token}`;
}
