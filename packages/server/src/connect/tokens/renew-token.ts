import { setTimeout as sleep } from "node:timers/promises";
import type { Transaction } from "kysely";
import type { LRUCache } from "lru-cache";
import { refreshTokenField, type SplitFields, splitIssued } from "../../connections/connection-secrets.ts";
import { openSecrets, sealSecrets } from "../../connections/open-secrets.ts";
import { endRegisteredClient } from "../../db/authorization/oauth-clients.ts";
import {
  expireConnection,
  extendRenewalLease,
  releaseRenewalLease,
  storeToken,
} from "../../db/connections/connection-tokens.ts";
import { type ConnectionRow, loadConnection, lockConnection } from "../../db/connections/connections.ts";
import {
  connectionDeleted,
  type DeletedConnection,
  loadWithClient,
} from "../../db/connections/delete-connections.ts";
import { inTransaction } from "../../db/in-transaction.ts";
import type { Schema } from "../../db/schema.ts";
import type { FailureKind } from "../../runtimes/outcome.ts";
import type { ConnectParts } from "../connect-parts.ts";
import { originChangedCode } from "../provider/check-destination.ts";
import { prepareDescribedCall } from "../provider/provider-call.ts";
import { ProviderError } from "../provider/provider-error.ts";
import { type IssuedTokens, providerTimeoutMs } from "../provider/provider-exchange.ts";
import { redeemRefreshToken, requestClientToken } from "../provider/token-endpoint.ts";
import { chooseScopes } from "../sign-in/begin-sign-in.ts";
import { planRenewal } from "./plan-renewal.ts";
import { afterRevokingNowSeconds, revokeNow } from "./revoke-deleted.ts";

/** Longer than the provider and the database take from the request on, so that a lease expires only when its process is gone. */
export const leaseMs = providerTimeoutMs + 5_000;
/** The time between attempts while the provider is down and the token is still valid. */
const retryMs = 15_000;
/** About four seconds in total. The lease must not expire during this time. */
const storeAttempts = 6;
const storePauseMs = 250;
/** Between the attempts to store a token after the call that needed it has failed. */
const storeLaterMs = 1000;
/**
 * How long a process waits that takes over the lease of another one, before it redeems the refresh token. After an outage of the
 * database, the other one stores its new tokens during this time: a refresh token that is redeemed twice may end the whole grant.
 */
export const takeOverMs = 3000;

/** Error codes for a refresh token that is no longer valid, in any case. The first is the standard's. */
const expiredGrantCodes = new Set([
  "invalid_grant",
  "bad_refresh_token",
  "invalid_refresh_token",
  "token_expired",
  "token_revoked",
]);

const ended = "The authorization has ended and could not be renewed.";
/** What a call is told that came while another process renews. */
export const renewedElsewhere = "The connection's token is being renewed by another server; try again.";
const noRefreshToken = "The application issued no refresh token.";

/** Why a token that is due is not renewed when there is nothing to renew it with. */
export const notRenewable = `${ended} ${noRefreshToken}`;

/** The connection with a valid token, or the reason why there is none. */
export type Renewal =
  | { ok: true; connection: ConnectionRow }
  | { ok: false; kind: FailureKind; message: string; isExpired: boolean };

/** Tokens that a provider has issued and that are not stored yet, by connection and version of the token that they renew. */
export type UnstoredTokens = LRUCache<string, RequestedTokens>;

export const versionKey = ({
  connectionId,
  tokenVersion,
}: Pick<ConnectionRow, "connectionId" | "tokenVersion">): string => `${connectionId}:${tokenVersion}`;

/**
 * Renews the token in the process that has the lease: calls the provider and stores the new token or the failure.
 *
 * @param unstored gets the tokens that cannot be stored, since the provider may not issue them again. They are stored at the next call,
 * or once the database is back
 */
export async function renewWithLease(
  parts: ConnectParts,
  connection: ConnectionRow,
  owner: string,
  unstored: UnstoredTokens,
): Promise<Renewal> {
  const { connectionId, tokenVersion } = connection;
  const db = parts.db.kysely;
  // A row from memory may be older than this token version.
  const row = await loadConnection(db, connectionId);
  if (row === null) {
    return expired(connectionDeleted);
  }
  if (row.tokenVersion !== tokenVersion) {
    return { ok: true, connection: row };
  }
  const key = versionKey(connection);
  const kept = unstored.get(key);
  try {
    const requested = kept ?? (await requestTokens(parts, row, owner));
    unstored.set(key, requested);
    const renewal = await storeRenewed(parts, row, requested, owner);
    unstored.delete(key);
    return renewal;
  } catch (error) {
    if (!(error instanceof ProviderError)) {
      const requested = unstored.get(key);
      if (requested === undefined) {
        await releaseRenewalLease(db, connectionId, owner).catch(() => undefined);
      } else if (kept === undefined) {
        parts.log.warn({ connectionId }, "a renewed token will be stored when the database is back");
        void storeLater(key, unstored, () => storeRenewed(parts, row, requested, owner));
      }
      throw error;
    }
    // The message quotes the provider and is only stored with the connection.
    parts.log.warn({ connectionId, kind: error.kind }, "token not renewed");
    const hasEnded = error.code !== null && expiredGrantCodes.has(error.code.toLowerCase());
    const end = await (hasEnded ? expire(parts, row, error) : postpone(parts, row, owner, error));
    parts.rows.connections.forget(String(connectionId));
    const current = await loadConnection(db, connectionId);
    if (current === null) {
      return expired(connectionDeleted);
    }
    // Another process has used up the refresh token and stored its successor, or the owner has signed in again.
    return current.tokenVersion === tokenVersion ? end : { ok: true, connection: current };
  }
}

async function expire(
  parts: ConnectParts,
  { connectionId, tokenVersion }: ConnectionRow,
  error: ProviderError,
): Promise<Renewal> {
  const reason = `${ended} ${error.message}`;
  await expireConnection(parts.db.kysely, connectionId, tokenVersion, reason);
  return expired(reason);
}

/** The provider is down or refuses our client. The token is used as long as it is valid. */
async function postpone(
  parts: ConnectParts,
  row: ConnectionRow,
  owner: string,
  error: ProviderError,
): Promise<Renewal> {
  const now = parts.clock();
  const expiresAtMs = row.tokenExpiresDate?.getTime() ?? now;
  const isStillGood = now < expiresAtMs;
  const isDue = row.tokenDueDate !== null && row.tokenDueDate.getTime() <= now;
  const next = isStillGood && isDue ? new Date(Math.min(now + retryMs, expiresAtMs)) : undefined;
  await releaseRenewalLease(parts.db.kysely, row.connectionId, owner, next);
  if (error.code === originChangedCode) {
    return { ok: false, kind: "originChanged", message: error.message, isExpired: false };
  }
  if (isStillGood) {
    return { ok: true, connection: row };
  }
  return error.kind === "refused"
    ? { ok: false, kind: "authorizationExpired", message: error.message, isExpired: false }
    : unavailable(error.message);
}

/** New tokens. */
interface RequestedTokens {
  tokens: IssuedTokens;
  /** Milliseconds since 1970. */
  issuedAtMs: number;
  /** The connection before the request, from which the tokens are revoked when it is deleted meanwhile. */
  described: DeletedConnection;
}

/** @throws ProviderError */
async function requestTokens(
  parts: ConnectParts,
  { connectionId, tokenVersion }: ConnectionRow,
  owner: string,
): Promise<RequestedTokens> {
  const described = await loadWithClient(parts.db.kysely, connectionId);
  if (described?.tokenVersion !== tokenVersion) {
    throw new ProviderError("unavailable", renewedElsewhere);
  }
  const secrets = await openSecrets(parts.vault, described);
  const tokens =
    described.method.type === "oauth2ClientCredentials"
      ? await requestForClient(parts, described, secrets)
      : await redeemWithLease(parts, described, secrets, owner);
  return { tokens, issuedAtMs: parts.clock(), described };
}

async function requestForClient(
  parts: ConnectParts,
  described: DeletedConnection,
  secrets: Readonly<Record<string, string>>,
): Promise<IssuedTokens> {
  const call = await prepareDescribedCall(parts, described, secrets);
  return requestClientToken(call, chooseScopes(described.method, call.client, call.provider));
}

async function redeemWithLease(
  parts: ConnectParts,
  described: DeletedConnection,
  secrets: Readonly<Record<string, string>>,
  owner: string,
): Promise<IssuedTokens> {
  const refreshToken = secrets[refreshTokenField];
  if (refreshToken === undefined) {
    throw new ProviderError("refused", noRefreshToken, "invalid_grant");
  }
  const call = await prepareDescribedCall(parts, described, secrets);
  // To find the provider may have taken long, and a refresh token that is redeemed twice may end the whole grant (RFC 9700 §4.14.2).
  if (!(await extendRenewalLease(parts.db.kysely, described.connectionId, owner, leaseMs))) {
    throw new ProviderError("unavailable", renewedElsewhere);
  }
  try {
    return await redeemRefreshToken(call, refreshToken);
  } catch (error) {
    if (error instanceof ProviderError && error.code === "invalid_client") {
      const { companyId, authenticationId } = described;
      await endRegisteredClient(parts.db.kysely, companyId, authenticationId, call.client.clientId);
    }
    throw error;
  }
}

/**
 * Stores the token before it is used, so that a rotated refresh token is not lost with the process. Also when another process has taken
 * over the lease: the former refresh token may be good no more.
 */
async function storeRenewed(
  parts: ConnectParts,
  row: ConnectionRow,
  { tokens, issuedAtMs, described }: RequestedTokens,
  owner: string,
): Promise<Renewal> {
  const { connectionId, companyId, method } = row;
  const issued = splitIssued(method, tokens, tokens.kept);
  await parts.vault.prepare(companyId);
  const end = await persist(() =>
    inTransaction(parts.db.kysely, async (transaction) => {
      const current = await lockConnection(transaction, connectionId);
      if (current === null) {
        return revokeLater(parts, transaction, described, issued);
      }
      if (current.tokenVersion !== row.tokenVersion) {
        return "superseded";
      }
      const secrets = { ...(await openSecrets(parts.vault, current)), ...issued.secret };
      const isRenewable = method.type === "oauth2ClientCredentials" || refreshTokenField in secrets;
      await storeToken(transaction, connectionId, {
        fields: { ...current.fields, ...issued.open },
        // Sealed to the same origins. The owner must confirm an address that the response changed (decisions D73).
        ...(await sealSecrets(parts.vault, current, current.sealedOrigins ?? [], secrets)),
        tokenDates: planRenewal({ issuedAtMs, lifetimeSeconds: tokens.lifetimeSeconds, isRenewable }),
      });
      return "stored";
    }),
  );
  if (end === "superseded") {
    await releaseRenewalLease(parts.db.kysely, connectionId, owner);
  }
  parts.rows.connections.forget(String(row.connectionId));
  const renewed = await loadConnection(parts.db.kysely, connectionId);
  if (typeof end === "object") {
    await revokeNow(parts, end.dropped, end.jobIds);
  }
  if (renewed === null) {
    return expired(connectionDeleted);
  }
  if (end === "stored") {
    parts.log.info({ connectionId }, "token renewed");
  }
  return { ok: true, connection: renewed };
}

/** Stores tokens in the background until that succeeds, or they are no longer kept. The lease is kept meanwhile. */
async function storeLater(
  key: string,
  unstored: UnstoredTokens,
  store: () => Promise<unknown>,
): Promise<void> {
  while (unstored.has(key)) {
    await sleep(storeLaterMs, undefined, { ref: false });
    await store().then(
      () => unstored.delete(key),
      () => undefined,
    );
  }
}

/** Adds the job that revokes new tokens whose connection was deleted meanwhile (decisions D28d). */
async function revokeLater(
  parts: ConnectParts,
  transaction: Transaction<Schema>,
  described: DeletedConnection,
  issued: SplitFields,
): Promise<{ dropped: DeletedConnection; jobIds: string[] }> {
  const secrets = { ...(await openSecrets(parts.vault, described)), ...issued.secret };
  const dropped = {
    ...described,
    tokenVersion: described.tokenVersion + 1,
    fields: { ...described.fields, ...issued.open },
    ...(await sealSecrets(parts.vault, described, described.sealedOrigins ?? [], secrets)),
  };
  const options = { afterSeconds: afterRevokingNowSeconds };
  return { dropped, jobIds: await parts.jobs.addRevocations(transaction, [dropped], options) };
}

/** Retries while the database is unavailable for a moment, because the provider does not issue the refresh token again. */
async function persist<Result>(store: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await store();
    } catch (error) {
      if (attempt === storeAttempts) {
        throw error;
      }
      await sleep(storePauseMs * attempt);
    }
  }
}

export const expired = (message: string): Renewal => ({
  ok: false,
  kind: "authorizationExpired",
  message,
  isExpired: true,
});

export const unavailable = (message: string): Renewal => ({
  ok: false,
  kind: "downstreamUnavailable",
  message,
  isExpired: false,
});
