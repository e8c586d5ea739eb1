import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import {
  expireConnection,
  hasRenewalLease,
  releaseRenewalLease,
  storeToken,
  takeRenewalLease,
} from "../db/connection-tokens.ts";
import { type ConnectionRow, loadConnection, lockConnection } from "../db/connections.ts";
import { inTransaction } from "../db/in-transaction.ts";
import { forgetConnectionRow } from "../db/rows.ts";
import type { Deps } from "../deps.ts";
import { openSecrets, secretPurpose } from "../execution/build-target.ts";
import type { FailureKind } from "../runtimes/outcome.ts";
import { chooseScopes } from "./begin-sign-in.ts";
import { partIssued, refreshTokenField } from "./connection-secrets.ts";
import { prepareProviderCall } from "./provider-call.ts";
import { ProviderError } from "./provider-error.ts";
import { type IssuedTokens, providerTimeoutMs } from "./provider-exchange.ts";
import { revokeTokens } from "./revoke-tokens.ts";
import { planRenewal } from "./token-dates.ts";
import { redeemRefreshToken, requestClientToken } from "./token-endpoint.ts";

/** Longer than a renewal can take: it ends by itself only when its owner is gone. */
const leaseMs = providerTimeoutMs + 5_000;
/** For another process's renewal, a dead one's included. */
const waitMs = leaseMs + providerTimeoutMs;
const pollMs = 50;
/** Between tries while the provider is down and the token still good. */
const retryMs = 15_000;
/** How long a token that was refused just after its renewal is not renewed again. */
const refusedMs = 60_000;

/** What providers call a refresh token that is no longer good; the first is the standard's. */
const deadGrants = new Set([
  "invalid_grant",
  "bad_refresh_token",
  "invalid_refresh_token",
  "token_expired",
  "token_revoked",
]);

/** The connection with a token to use, or why there is none. */
export type Renewal =
  | { ok: true; connection: ConnectionRow }
  | { ok: false; kind: FailureKind; message: string; isExpired: boolean };

/** Keeps tokens alive: each is renewed once, however many calls and processes need it at once. */
export interface TokenKeeper {
  /** Renews the token that this row has; a newer one is answered as it is. Never throws for what a provider does. */
  renew(connection: ConnectionRow): Promise<Renewal>;
  /** Notes that a token was refused although it is new. */
  noteRefused(connectionId: number): void;
  /** Whether renewing may help against a refusal. */
  mayHelp(connection: ConnectionRow): boolean;
}

/** @param getDeps the deps that this is itself a part of */
export function openTokenKeeper(getDeps: () => Deps): TokenKeeper {
  const renewing = new Map<string, Promise<Renewal>>();
  const refused = new LRUCache<number, true>({ max: 10_000, ttl: refusedMs });
  return {
    renew(connection) {
      const key = `${connection.connectionId}:${connection.tokenVersion}`;
      let renewal = renewing.get(key);
      if (renewal === undefined) {
        renewal = renewOrWait(getDeps(), connection).finally(() => renewing.delete(key));
        renewing.set(key, renewal);
      }
      return renewal;
    },
    noteRefused: (connectionId) => void refused.set(connectionId, true),
    mayHelp: ({ connectionId, isTokenRenewable }) => isTokenRenewable && !refused.has(connectionId),
  };
}

/** The process that gets the lease renews; the others look at the row until it is done. */
async function renewOrWait(deps: Deps, connection: ConnectionRow): Promise<Renewal> {
  const { connectionId, tokenVersion } = connection;
  const db = deps.db.kysely;
  const deadline = performance.now() + waitMs;
  do {
    const owner = randomUUID();
    if (await takeRenewalLease(db, connectionId, tokenVersion, owner, leaseMs)) {
      return renewWithLease(deps, connection, owner);
    }
    const row = await loadConnection(db, connectionId);
    if (row === null) {
      return expired("The connection was deleted.");
    }
    if (row.status !== "active") {
      forgetConnectionRow(deps.rows, row);
      return expired(row.statusReason ?? `The connection is ${row.status}.`);
    }
    if (row.tokenVersion !== tokenVersion) {
      forgetConnectionRow(deps.rows, row);
      return { ok: true, connection: row };
    }
    await sleep(pollMs + Math.random() * pollMs);
  } while (performance.now() < deadline);
  return unavailable("The connection's token is being renewed by another server; try again.");
}

async function renewWithLease(deps: Deps, connection: ConnectionRow, owner: string): Promise<Renewal> {
  const { connectionId, tokenVersion } = connection;
  const db = deps.db.kysely;
  // What came from memory may be older than the token's number.
  const row = await loadConnection(db, connectionId);
  if (row === null) {
    return expired("The connection was deleted.");
  }
  if (row.tokenVersion !== tokenVersion) {
    return { ok: true, connection: row };
  }
  try {
    const tokens = await requestTokens(deps, row);
    return await storeRenewed(deps, row, tokens, owner);
  } catch (error) {
    if (!(error instanceof ProviderError)) {
      await releaseRenewalLease(db, connectionId, owner);
      throw error;
    }
    if (error.code !== null && deadGrants.has(error.code)) {
      const reason = `The authorization has ended and could not be renewed. ${error.message}`;
      await expireConnection(db, connectionId, tokenVersion, reason);
      forgetConnectionRow(deps.rows, row);
      return expired(reason);
    }
    return postpone(deps, row, owner, error);
  }
}

/** The provider is down, or does not want our client: the token is used as long as it is good. */
async function postpone(
  deps: Deps,
  row: ConnectionRow,
  owner: string,
  error: ProviderError,
): Promise<Renewal> {
  const now = deps.clock();
  const expiresAtMs = row.tokenExpiresDate?.getTime() ?? now;
  const isStillGood = now < expiresAtMs;
  const isDue = row.tokenDueDate !== null && row.tokenDueDate.getTime() <= now;
  const next = isStillGood && isDue ? new Date(Math.min(now + retryMs, expiresAtMs)) : undefined;
  await releaseRenewalLease(deps.db.kysely, row.connectionId, owner, next);
  forgetConnectionRow(deps.rows, row);
  if (isStillGood) {
    return { ok: true, connection: row };
  }
  return error.kind === "refused"
    ? { ok: false, kind: "authorizationExpired", message: error.message, isExpired: false }
    : unavailable(error.message);
}

/** @throws ProviderError */
async function requestTokens(deps: Deps, row: ConnectionRow): Promise<IssuedTokens> {
  const secrets = await openSecrets(deps.vault, row);
  if (row.method.type === "oauth2ClientCredentials") {
    const call = await prepareProviderCall(deps, { ...row, fields: { ...row.fields, ...secrets } });
    return requestClientToken(call, chooseScopes(row.method, call.client, call.provider));
  }
  const refreshToken = secrets[refreshTokenField];
  if (refreshToken === undefined) {
    throw new ProviderError("refused", "The application gave nothing to renew it with.", "invalid_grant");
  }
  return redeemRefreshToken(await prepareProviderCall(deps, row), refreshToken);
}

/** Stored before it is used: a refresh token that rotated is not lost with the process. */
async function storeRenewed(
  deps: Deps,
  row: ConnectionRow,
  tokens: IssuedTokens,
  owner: string,
): Promise<Renewal> {
  const { connectionId, companyId, method } = row;
  const issuedAtMs = deps.clock();
  const issued = partIssued(method, tokens, tokens.kept);
  await deps.vault.prepare(companyId);
  const isStored = await inTransaction(deps.db.kysely, async (transaction) => {
    const current = await lockConnection(transaction, connectionId);
    if (current === null || !(await hasRenewalLease(transaction, connectionId, owner))) {
      return current !== null ? "superseded" : "deleted";
    }
    const secrets = { ...(await openSecrets(deps.vault, current)), ...issued.secret };
    const isRenewable = method.type === "oauth2ClientCredentials" || refreshTokenField in secrets;
    await storeToken(transaction, connectionId, {
      fields: { ...current.fields, ...issued.open },
      sealedSecrets: await deps.vault.seal(companyId, secretPurpose(connectionId), JSON.stringify(secrets)),
      tokenDates: planRenewal({ issuedAtMs, lifetimeSeconds: tokens.lifetimeSeconds, isRenewable }),
    });
    return "stored";
  });
  forgetConnectionRow(deps.rows, row);
  const renewed = await loadConnection(deps.db.kysely, connectionId);
  if (isStored === "deleted" || renewed === null) {
    await revokeTokens(deps, row, issued.secret);
    return expired("The connection was deleted.");
  }
  return { ok: true, connection: renewed };
}

const expired = (message: string): Renewal => ({
  ok: false,
  kind: "authorizationExpired",
  message,
  isExpired: true,
});

const unavailable = (message: string): Renewal => ({
  ok: false,
  kind: "downstreamUnavailable",
  message,
  isExpired: false,
});
