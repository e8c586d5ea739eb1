import { describeDropped } from "../connect/sign-in/describe-dropped.ts";
import { type HeldSecrets, openSignIn } from "../connect/sign-in/sign-in-secrets.ts";
import type { DeletedConnection } from "../db/connections/delete-connections.ts";
import { deleteSignInSecrets, type ExpiredSignIn, listExpiredSignIns } from "../db/connections/sign-ins.ts";
import { inTransaction } from "../db/in-transaction.ts";
import type { Database } from "../db/open-database.ts";
import type { Vault } from "../vault/vault.ts";
import { VaultError } from "../vault/vault-error.ts";
import type { Jobs } from "./jobs.ts";

interface Parts {
  db: Pick<Database, "kysely">;
  vault: Vault;
  jobs: Pick<Jobs, "addRevocations">;
}

/**
 * Adds jobs that revoke the tokens of sign-ins that nobody has confirmed in time (decisions D28d), and deletes their secrets. Two
 * servers may do it at once.
 */
export async function revokeExpiredSignIns(parts: Parts): Promise<void> {
  while (true) {
    const expired = await listExpiredSignIns(parts.db.kysely);
    if (expired.length === 0) {
      return;
    }
    for (const signIn of expired) {
      await dropExpired(parts, signIn);
    }
  }
}

async function dropExpired(parts: Parts, signIn: ExpiredSignIn): Promise<void> {
  const dropped = await describeExpired(parts, signIn);
  await inTransaction(parts.db.kysely, async (transaction) => {
    if (await deleteSignInSecrets(transaction, signIn.stateHash)) {
      await parts.jobs.addRevocations(transaction, dropped);
    }
  });
}

/** Empty for tokens that no one can decrypt, and for those of a renewal: at some providers that would end the connection, too. */
async function describeExpired(parts: Parts, signIn: ExpiredSignIn): Promise<DeletedConnection[]> {
  if (signIn.connectionId !== null) {
    return [];
  }
  try {
    return await describeDropped(parts, signIn, await openSignIn<HeldSecrets>(parts.vault, signIn));
  } catch (error) {
    if (error instanceof VaultError) {
      return [];
    }
    throw error;
  }
}
