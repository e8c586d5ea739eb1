import type { Transaction } from "kysely";
import { refreshTokenField } from "../../connections/connection-secrets.ts";
import { splitDeclared } from "../../connections/merge-fields.ts";
import { openSecrets, sealSecrets } from "../../connections/open-secrets.ts";
import { refreshForAccount, startFirstReading } from "../../connections/start-refresh.ts";
import { loadOAuthClientRow, type OAuthClientRow } from "../../db/authorization/oauth-clients.ts";
import { storeToken } from "../../db/connections/connection-tokens.ts";
import { lockConnection } from "../../db/connections/connections.ts";
import { makeDefault } from "../../db/connections/default-connections.ts";
import { connectionDeleted, type DeletedConnection } from "../../db/connections/delete-connections.ts";
import {
  claimConfirmation,
  endSignIn,
  loadDroppedSignIn,
  type SignInRow,
} from "../../db/connections/sign-ins.ts";
import { insertConnectionRow, takeConnectionId } from "../../db/connections/write-connections.ts";
import { inTransaction } from "../../db/in-transaction.ts";
import type { Schema } from "../../db/schema.ts";
import { isReferenceGone } from "../../db/sql-state.ts";
import { hashToken } from "../../identity/token.ts";
import type { ConnectParts } from "../connect-parts.ts";
import { LinkOverError, useUpLink } from "../links/use-up-link.ts";
import { readClient } from "../provider/stored-client.ts";
import { planRenewal } from "../tokens/plan-renewal.ts";
import { afterRevokingNowSeconds, revokeNow } from "../tokens/revoke-deleted.ts";
import { explainEnd, loadSignInLink, type NotSignedIn } from "./complete-sign-in.ts";
import { describeDropped } from "./describe-dropped.ts";
import { clientChanged, deletedMeanwhile, isOffered, notOffered } from "./is-offered.ts";
import { type HeldSecrets, openSignIn } from "./sign-in-secrets.ts";
import { isOtherAccount, maySwitchAccount } from "./switch-account.ts";

/** A sign-in whose connection was stored. */
export interface SignedIn {
  kind: "signedIn";
  connectionName: string;
  fullName: string;
  /** Where the browser goes afterward; null: nowhere. */
  returnUrl: string | null;
}

/**
 * Stores the connection when the person confirmed the sign-in, else revokes and drops the tokens.
 *
 * @param decision `browserToken` identifies the browser that got the page; another browser gets `over`. `memberId`: the account user who is
 * signed in to it; null: nobody
 */
export async function confirmSignIn(
  parts: ConnectParts,
  decision: {
    confirmationToken: string;
    browserToken: string;
    isConfirmed: boolean;
    memberId: number | null;
  },
): Promise<SignedIn | NotSignedIn> {
  const confirmationHash = hashToken(decision.confirmationToken);
  const browserHash = hashToken(decision.browserToken);
  const signIn = await claimConfirmation(parts.db.kysely, confirmationHash, browserHash);
  if (signIn === null) {
    return explainEnd(parts.db, { confirmationHash, browserHash });
  }
  const held = await openSignIn<HeldSecrets>(parts.vault, signIn);
  if (decision.isConfirmed && isOtherAccount(signIn) && !maySwitchAccount(signIn, decision.memberId)) {
    return dropTokens(parts, signIn, held, describeKept(signIn));
  }
  return decision.isConfirmed
    ? storeConnection(parts, signIn, held, browserHash)
    : dropTokens(parts, signIn, held);
}

const describeKept = ({ renewedLabel }: SignInRow): string =>
  `The link was for the account ${renewedLabel}. Only who owns the connection can give it another one, signed in to Bowline.`;

/** Ends the sign-in without a connection and revokes its tokens. */
async function dropTokens(
  parts: ConnectParts,
  signIn: SignInRow,
  held: HeldSecrets,
  failure: string | null = null,
): Promise<NotSignedIn> {
  const error = failure ?? "It was refused on the confirmation page.";
  const isRefusal = failure === null;
  const dropped = await loadDropped(parts, signIn, held);
  const jobIds = await inTransaction(parts.db.kysely, async (transaction) => {
    await endSignIn(transaction, signIn.stateHash, { status: "failed", error, isRefusal });
    if (dropped.length === 0) {
      return [];
    }
    await parts.jobs.endRevocations(held.revocationJobIds ?? [], transaction);
    return parts.jobs.addRevocations(transaction, dropped, { afterSeconds: afterRevokingNowSeconds });
  });
  parts.log.info({ accountUserId: signIn.accountUserId }, "sign-in refused");
  const [revocation] = await Promise.all(dropped.map((row) => revokeNow(parts, row, jobIds)));
  return {
    kind: "failed",
    reason: `${failure ?? "You refused."} ${describeRevocation(revocation ?? leftToJobs(held))}`,
    returnUrl: isRefusal ? signIn.returnUrl : null,
    isRefusal,
    link: await loadSignInLink(parts.db.kysely, signIn.linkHash),
  };
}

/** Describes the tokens with the client that they were issued to. Empty when the sign-in is gone, with its application. */
async function loadDropped(
  { db, vault }: ConnectParts,
  signIn: SignInRow,
  held: HeldSecrets,
): Promise<DeletedConnection[]> {
  const loaded = await loadDroppedSignIn(db.kysely, signIn.stateHash);
  if (loaded === null) {
    return [];
  }
  const issuedTo = held.client ? readClient(held.client) : null;
  const client = isOtherClient(held, loaded.client) ? issuedTo : loaded.client;
  return [await describeDropped(vault, { ...loaded, client }, signIn, held)];
}

/** The sign-in is gone, with its application. Whether a job revokes its tokens. */
const leftToJobs = ({ revocationJobIds = [] }: HeldSecrets) => ({
  isTriedAgain: revocationJobIds.length > 0,
});

function describeRevocation({ problem, isTriedAgain }: { problem?: unknown; isTriedAgain: boolean }): string {
  if (problem === null) {
    return "Nothing was stored, and the access was revoked at the application.";
  }
  return isTriedAgain
    ? "Nothing was stored. The access could not be revoked at the application yet, which is tried again for some hours. Remove it there to be sure."
    : "Nothing was stored. The access could not be revoked at the application: remove it there.";
}

async function storeConnection(
  parts: ConnectParts,
  signIn: SignInRow,
  held: HeldSecrets,
  browserHash: Buffer,
): Promise<SignedIn | NotSignedIn> {
  await parts.vault.prepare(signIn.companyId);
  const catalog = await parts.catalog.forCompany(signIn.companyId);
  const application = catalog.findApplicationById(signIn.applicationId);
  if (application === undefined || !isOffered(application, signIn)) {
    return dropTokens(parts, signIn, held, notOffered);
  }
  const { companyId, authenticationId } = signIn;
  if (isOtherClient(held, await loadOAuthClientRow(parts.db.kysely, companyId, authenticationId))) {
    return dropTokens(parts, signIn, held, clientChanged);
  }
  const storing = inTransaction(parts.db.kysely, async (transaction) => {
    const made =
      signIn.connectionId === null
        ? await insertNew(parts, transaction, signIn, held, signIn.name ?? application.name)
        : await renew(parts, transaction, signIn, held, signIn.connectionId);
    if (made !== null && signIn.linkHash !== null) {
      await useUpLink(transaction, signIn.linkHash, { browserHash }, made.connectionId);
    }
    if (made !== null) {
      const { companyId, applicationId } = signIn;
      const { connectionId } = made;
      await startFirstReading(parts.jobs, transaction, { connectionId, companyId, applicationId });
      const end = { status: "confirmed", connectionId } as const;
      await endSignIn(transaction, signIn.stateHash, end);
      if (!(await parts.jobs.withdrawRevocations(transaction, held.revocationJobIds ?? []))) {
        throw new TokensRevokedError();
      }
    }
    return made;
  });
  const stored = await storing.catch((error: unknown) => {
    if (error instanceof LinkOverError || error instanceof TokensRevokedError) {
      return error;
    }
    if (isReferenceGone(error)) {
      return new Error(deletedMeanwhile);
    }
    throw error;
  });
  if (stored instanceof Error) {
    return dropTokens(parts, signIn, held, stored.message);
  }
  if (stored === null) {
    const dropped = await dropTokens(parts, signIn, held, connectionDeleted);
    return { ...dropped, returnUrl: signIn.returnUrl };
  }
  const { connectionId } = stored;
  parts.log.info({ connectionId, accountUserId: signIn.accountUserId }, "signed in");
  const { fullName, returnUrl } = signIn;
  return { kind: "signedIn", connectionName: stored.name, fullName, returnUrl };
}

/** Whether a company's client is another one by now, which can neither renew nor revoke the tokens. */
const isOtherClient = ({ client }: HeldSecrets, current: OAuthClientRow | null): boolean =>
  client !== undefined && client?.clientId !== current?.clientId;

/** The job that revokes tokens which nobody has confirmed has begun. */
class TokensRevokedError extends Error {
  override readonly name = "TokensRevokedError";
  override readonly message = "The confirmation came too late.";
}

interface StoredConnection {
  connectionId: number;
  name: string;
}

async function insertNew(
  parts: ConnectParts,
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
    ...(await sealSecrets(parts.vault, { ...signIn, connectionId }, held.origins, held.secrets)),
    tokenDates: planTokens(held),
  });
  return { connectionId, name };
}

/**
 * Keeps the id, the toolsets, the default and the secret fields that the provider did not issue. The sign-in has all other fields of the
 * method: one that it lacks was left out, and an old address must not stay unseen.
 */
async function renew(
  parts: ConnectParts,
  transaction: Transaction<Schema>,
  signIn: SignInRow,
  held: HeldSecrets,
  connectionId: number,
): Promise<StoredConnection | null> {
  const connection = await lockConnection(transaction, connectionId);
  if (connection === null || connection.accountUserId !== signIn.accountUserId) {
    return null;
  }
  const { [refreshTokenField]: _old, ...others } = await openSecrets(parts.vault, connection);
  // Signing in does not allow new origins for secrets that were entered for others.
  const isCovered = held.origins.every((origin) => connection.sealedOrigins?.includes(origin));
  const secrets = isCovered ? { ...others, ...held.secrets } : held.secrets;
  const { environment, accountLabel } = signIn;
  const name = signIn.name ?? connection.name;
  await storeToken(transaction, connectionId, {
    fields: { ...splitDeclared(signIn.method, connection.fields).others, ...signIn.fields },
    ...(await sealSecrets(parts.vault, connection, held.origins, secrets)),
    tokenDates: planTokens(held),
    signedIn: { environment, accountLabel, name },
  });
  await refreshForAccount(parts.jobs, transaction, connection, signIn);
  if (signIn.isDefault) {
    await makeDefault(transaction, connection);
  }
  return { connectionId, name };
}

const planTokens = ({ secrets, lifetimeSeconds, issuedAtMs }: HeldSecrets) =>
  planRenewal({ issuedAtMs, lifetimeSeconds, isRenewable: refreshTokenField in secrets });
