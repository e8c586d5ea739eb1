import type { Kysely } from "kysely";
import { insertInvitation } from "../db/invitations.ts";
import type { Schema } from "../db/schema.ts";
import { createInvitationToken, hashInvitationToken, invitationDays } from "./invitation-token.ts";

const dayMs = 24 * 60 * 60 * 1000;

/** Creates a one-time link with which a person sets their password. */
export async function invite(
  db: Kysely<Schema>,
  baseUrl: string,
  nowMs: number,
  accountUserId: number,
): Promise<string> {
  const token = createInvitationToken();
  await insertInvitation(db, {
    accountUserId,
    tokenHash: hashInvitationToken(token),
    expiresDate: new Date(nowMs + invitationDays * dayMs),
  });
  return `${baseUrl}/invitations/${token}`;
}
