import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import { takeRenewalLease } from "../../db/connections/connection-tokens.ts";
import { type ConnectionRow, loadConnection } from "../../db/connections/connections.ts";
import { connectionDeleted } from "../../db/connections/delete-connections.ts";
import type { ConnectParts } from "../connect-parts.ts";
import { providerTimeoutMs } from "../provider/provider-exchange.ts";
import {
  expired,
  leaseMs,
  type Renewal,
  renewedElsewhere,
  renewWithLease,
  takeOverMs,
  type UnstoredTokens,
  unavailable,
  versionKey,
} from "./renew-token.ts";

/** How long to wait for the renewal of another process, even if that process is gone. */
const waitMs = leaseMs + providerTimeoutMs;
const pollMs = 50;
/** A token that was refused at its renewal or just after it is not renewed again for this long. */
const refusedMs = 60_000;

/** How long tokens that could not be stored are kept in memory. */
const unstoredMs = 3_600_000;

/** Renews tokens. Each is renewed once, even if many calls and processes need it at the same time. */
export interface TokenKeeper {
  /** Renews this row's token. Returns the stored row if its token is newer. Never throws when a provider fails. */
  renew(connection: ConnectionRow): Promise<Renewal>;
  /** Notes that the application refused a call at or after a renewal, so that another one soon would not help. */
  noteRefused(connectionId: number): void;
  /** Whether renewing may help after a refusal. */
  mayHelp(connection: ConnectionRow): boolean;
}

export function openTokenKeeper(parts: ConnectParts): TokenKeeper {
  const renewing = new Map<string, Promise<Renewal>>();
  const refused = new LRUCache<number, true>({ max: 10_000, ttl: refusedMs });
  const unstored: UnstoredTokens = new LRUCache({ max: 10_000, ttl: unstoredMs });
  return {
    renew(connection) {
      const key = versionKey(connection);
      let renewal = renewing.get(key);
      if (renewal === undefined) {
        renewal = renewOrWait(parts, connection, unstored).finally(() => renewing.delete(key));
        renewing.set(key, renewal);
      }
      return renewal;
    },
    noteRefused: (connectionId) => void refused.set(connectionId, true),
    mayHelp: ({ connectionId, isTokenRenewable }) => isTokenRenewable && !refused.has(connectionId),
  };
}

/** The process that gets the lease renews. The others poll the row until it has changed. */
async function renewOrWait(
  parts: ConnectParts,
  connection: ConnectionRow,
  unstored: UnstoredTokens,
): Promise<Renewal> {
  const { connectionId, tokenVersion } = connection;
  const db = parts.db.kysely;
  const deadline = performance.now() + waitMs;
  do {
    const owner = randomUUID();
    const lease = await takeRenewalLease(db, connectionId, tokenVersion, owner, leaseMs);
    if (lease !== null) {
      if (lease.isTakenOver && !unstored.has(versionKey(connection))) {
        await sleep(takeOverMs);
      }
      return renewWithLease(parts, connection, owner, unstored);
    }
    const row = await loadConnection(db, connectionId);
    if (row === null) {
      return expired(connectionDeleted);
    }
    if (row.status !== "active") {
      parts.rows.connections.forget(String(row.connectionId));
      return expired(row.statusReason ?? `The connection is ${row.status}.`);
    }
    if (row.tokenVersion !== tokenVersion) {
      parts.rows.connections.forget(String(row.connectionId));
      return { ok: true, connection: row };
    }
    await sleep(pollMs + Math.random() * pollMs);
  } while (performance.now() < deadline);
  return unavailable(renewedElsewhere);
}
