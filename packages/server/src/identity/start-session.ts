import type { Kysely } from "kysely";
import { inTransaction } from "../db/in-transaction.ts";
import { deleteSession, insertSession } from "../db/people/sessions.ts";
import type { Schema } from "../db/schema.ts";
import { sessionDays } from "./session-cookie.ts";
import { createToken, hashToken } from "./token.ts";

const dayMs = 24 * 60 * 60 * 1000;

/**
 * Starts a session for the account users that a sign-in proved, at least one. The token is new each time, so that a token planted in
 * a browser is worth nothing.
 *
 * @param formerHash the browser's session so far, which ends
 * @returns the token for the cookie
 */
export async function startSession(
  db: Kysely<Schema>,
  nowMs: number,
  accountUserIds: readonly number[],
  formerHash: Buffer | null,
): Promise<string> {
  const token = createToken();
  const expiresDate = new Date(nowMs + sessionDays * dayMs);
  await inTransaction(db, async (transaction) => {
    if (formerHash !== null) {
      await deleteSession(transaction, formerHash);
    }
    await insertSession(transaction, { sessionHash: hashToken(token), accountUserIds, expiresDate });
  });
  return token;
}
