import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { advisoryLocks } from "../db/advisory-locks.ts";
import { loadFirstAdmin } from "../db/people/admins.ts";
import { deleteInvitations, hasInvitation } from "../db/people/invitations.ts";
import { updateProfile } from "../db/people/members.ts";
import { loadPassword, storePassword } from "../db/people/passwords.ts";
import type { Schema } from "../db/schema.ts";
import { findPasswordProblem } from "./check-password.ts";
import { invite } from "./invite.ts";
import type { PasswordHasher } from "./password-hash.ts";
import { writeSecretFile } from "./write-secret-file.ts";

/** What the first Admin is given a way in with. */
export interface FirstAdminSettings {
  /** Null, with `password`: a link is made. */
  email: string | null;
  password: string | null;
  baseUrl: string;
  dataDir: string;
}

/**
 * Gives the first Admin a way to sign in when there is none yet (decisions D53): the e-mail address and password of the settings, or a
 * one-time link that is written to `admin-sign-in-link` in the data folder.
 *
 * @returns the link if it was made now, else null
 * @throws Error that says what to do when the password of the settings is too common
 */
export async function prepareFirstAdmin(
  db: Kysely<Schema>,
  passwords: PasswordHasher,
  nowMs: number,
  { email, password, baseUrl, dataDir }: FirstAdminSettings,
): Promise<string | null> {
  const file = join(dataDir, "admin-sign-in-link");
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${advisoryLocks.prepareFirstAdmin})`.execute(transaction);
    const admin = await loadFirstAdmin(transaction);
    if (admin === null || (await loadPassword(transaction, admin.userId)) !== null) {
      await rm(file, { force: true });
      return null;
    }
    const { accountUserId, userId } = admin;
    if (email !== null && password !== null) {
      const problem = await findPasswordProblem(password, email);
      if (problem !== null) {
        throw new Error(`BOWLINE_ADMIN_PASSWORD cannot be used. ${problem}`);
      }
      await updateProfile(transaction, userId, { email });
      await storePassword(transaction, { userId, passwordHash: await passwords.hash(password) });
      await deleteInvitations(transaction, accountUserId);
      await rm(file, { force: true });
      return null;
    }
    if (await hasInvitation(transaction, accountUserId)) {
      await moveLink(file, baseUrl);
      return null;
    }
    const link = await invite(transaction, baseUrl, nowMs, accountUserId);
    // Written before the commit: a written link that never becomes valid does less harm than a lost one.
    await writeSecretFile(file, link);
    return link;
  });
}

/** Gives the link in the file the public address of today. The file may have been deleted. */
async function moveLink(file: string, baseUrl: string): Promise<void> {
  const link = (await readFile(file, "utf8").catch(() => "")).trim();
  const moved = link.replace(/^.*(?=\/invitations\/)/, baseUrl);
  if (moved !== link) {
    await writeSecretFile(file, moved);
  }
}
