import type { Kysely } from "kysely";
import { forbidden } from "../../api-error.ts";
import { loadTokenCaller } from "../../db/authorization/token-callers.ts";
import { loadApiKey } from "../../db/people/api-keys.ts";
import { type Caller, consoleTokenSubject } from "../../db/people/callers.ts";
import { loadMember } from "../../db/people/members.ts";
import type { Schema } from "../../db/schema.ts";

/**
 * Checks again what was checked when an import began. The servers that it asks may take minutes, and whoever was removed meanwhile, or has lost
 * the role or the credential, must not change what the company's agents call (decisions D16).
 *
 * @throws ApiError `FORBIDDEN`
 */
export async function checkStillAdmin(
  db: Kysely<Schema>,
  { accountUserId, credential }: Caller,
): Promise<void> {
  const member = await loadMember(db, accountUserId);
  const isAdmin = member?.role === "Admin" && !member.isDeleted;
  if (!isAdmin || !(await isStillGood(db, credential))) {
    throw forbidden(
      "Only an Admin may import. Whoever began this import is no longer an Admin, or the credential was withdrawn. Nothing was stored.",
    );
  }
}

async function isStillGood(
  db: Kysely<Schema>,
  { apiKeyId, tokenSubject }: Caller["credential"],
): Promise<boolean> {
  if (apiKeyId !== null) {
    return (await loadApiKey(db, apiKeyId)) !== null;
  }
  // The console's subject names no session.
  return (
    tokenSubject === null ||
    tokenSubject === consoleTokenSubject ||
    (await loadTokenCaller(db, tokenSubject)) !== null
  );
}
