import type { Transaction } from "kysely";
import { refreshTokenField } from "../../connections/connection-secrets.ts";
import { openSecrets, secretPurpose } from "../../connections/open-secrets.ts";
import { storeToken } from "../../db/connection-tokens.ts";
import { insertConnectionRow, lockConnection, makeDefault, takeConnectionId } from "../../db/connections.ts";
import { inTransaction } from "../../db/in-transaction.ts";
import { forgetConnectionRow } from "../../db/rows.ts";
import type { Schema } from "../../db/schema.ts";
import { claimConfirmation, endSignIn, type SignInRow } from "../../db/sign-ins.ts";
import type { Deps } from "../../deps.ts";
import { revokeTokens } from "../tokens/revoke-tokens.ts";
import { planRenewal } from "../tokens/token-dates.ts";
import type { NotSignedIn } from "./complete-sign-in.ts";
import { type HeldSecrets, hashToken, openSignIn } from "./sign-in-secrets.ts";

/** A sign-in that has its connection. */
export interface SignedIn {
  kind: "signedIn";
  connectionName: string;
  fullName: string;
}

/**
 * Stores the connection of a sign-in that its person confirmed, or drops the tokens when he did not.
 *
 * @param browserToken of the browser that was shown the page; another one's is `over`
 */
export async function confirmSignIn(
  deps: Deps,
  answer: { confirmationToken: string; browserToken: string; isConfirmed: boolean },
): Promise<SignedIn | NotSignedIn> {
  const signIn = await claimConfirmation(
    deps.db.kysely,
    hashToken(answer.confirmationToken),
    hashToken(answer.browserToken),
  );
  if (signIn === null) {
    return { kind: "over", reason: "" };
  }
  const held = await openSignIn<HeldSecrets>(deps.vault, signIn);
  return answer.isConfirmed ? storeConnection(deps, signIn, held) : dropTokens(deps, signIn, held);
}

async function dropTokens(deps: Deps, signIn: SignInRow, { secrets }: HeldSecrets): Promise<NotSignedIn> {
  const reason = "It was refused on the confirmation page.";
  await endSignIn(deps.db.kysely, signIn.stateHash, { status: "failed", error: reason });
  const problem = await revokeTokens(deps, signIn, secrets);
  deps.log.info({ accountUserId: signIn.accountUserId }, "sign-in refused");
  return {
    kind: "failed",
    reason:
      problem === null
        ? "You refused. Nothing was stored, and the access was revoked at the application."
        : "You refused, and nothing was stored. The access could not be revoked at the application: remove it there.",
  };
}

async function storeConnection(
  deps: Deps,
  signIn: SignInRow,
  held: HeldSecrets,
): Promise<SignedIn | NotSignedIn> {
  await deps.vault.prepare(signIn.companyId);
  const catalog = await deps.catalog.forCompany(signIn.companyId);
  const applicationName = catalog.findApplicationById(signIn.applicationId)?.name ?? "";
  const stored = await inTransaction(deps.db.kysely, async (transaction) => {
    const made =
      signIn.connectionId === null
        ? await insertNew(deps, transaction, signIn, held, signIn.name ?? applicationName)
        : await renew(deps, transaction, signIn, held, signIn.connectionId);
    if (made !== null) {
      const end = { status: "confirmed", connectionId: made.connectionId } as const;
      await endSignIn(transaction, signIn.stateHash, end);
    }
    return made;
  });
  if (stored === null) {
    return { kind: "failed", reason: "The connection was deleted meanwhile." };
  }
  forgetConnectionRow(deps.rows, { ...signIn, connectionId: stored.connectionId });
  const { connectionId } = stored;
  deps.log.info({ connectionId, accountUserId: signIn.accountUserId }, "signed in");
  return { kind: "signedIn", connectionName: stored.name, fullName: signIn.fullName };
}

interface StoredConnection {
  connectionId: number;
  name: string;
}

async function insertNew(
  deps: Deps,
  transaction: Transaction<Schema>,
  signIn: SignInRow,
  held: HeldSecrets,
  name: string,
): Promise<StoredConnection> {
  const connectionId = await takeConnectionId(transaction);
  await insertConnectionRow(transaction, {
    ...signIn,
    connectionId,
    name,
    sealedSecrets: await sealSecrets(deps, signIn.companyId, connectionId, held.secrets),
    tokenDates: planTokens(held),
  });
  return { connectionId, name };
}

/** Id, toolsets and default stay; so do secret fields that the provider did not issue. */
async function renew(
  deps: Deps,
  transaction: Transaction<Schema>,
  signIn: SignInRow,
  held: HeldSecrets,
  connectionId: number,
): Promise<StoredConnection | null> {
  const connection = await lockConnection(transaction, connectionId);
  if (connection === null || connection.accountUserId !== signIn.accountUserId) {
    return null;
  }
  const { [refreshTokenField]: _old, ...others } = await openSecrets(deps.vault, connection);
  const secrets = { ...others, ...held.secrets };
  const { environment, accountLabel } = signIn;
  const name = signIn.name ?? connection.name;
  await storeToken(transaction, connectionId, {
    fields: { ...connection.fields, ...signIn.fields },
    sealedSecrets: await sealSecrets(deps, signIn.companyId, connectionId, secrets),
    tokenDates: planTokens(held),
    signedIn: { environment, accountLabel, name },
  });
  if (signIn.isDefault) {
    await makeDefault(transaction, connection);
  }
  return { connectionId, name };
}

const sealSecrets = (
  deps: Deps,
  companyId: number,
  connectionId: number,
  secrets: Record<string, string>,
): Promise<Buffer> => deps.vault.seal(companyId, secretPurpose(connectionId), JSON.stringify(secrets));

const planTokens = ({ secrets, lifetimeSeconds, issuedAtMs }: HeldSecrets) =>
  planRenewal({ issuedAtMs, lifetimeSeconds, isRenewable: refreshTokenField in secrets });
