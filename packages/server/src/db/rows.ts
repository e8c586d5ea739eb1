import type { Kysely } from "kysely";
import { listSigningKeys, type SigningKeyRow } from "./authorization/signing-keys.ts";
import { loadTokenCaller } from "./authorization/token-callers.ts";
import type { Change } from "./change-listener.ts";
import {
  type ConnectionRow,
  listConnectedApplicationIds,
  loadConnection,
} from "./connections/connections.ts";
import { loadDefaultConnectionId } from "./connections/default-connections.ts";
import { loadInBatches } from "./load-in-batches.ts";
import { type Caller, loadCallersByKeyHash } from "./people/callers.ts";
import { RowCache } from "./row-cache.ts";
import type { Schema } from "./schema.ts";
import { loadToolset, type ToolsetRow } from "./toolsets.ts";

/** Rows in memory, and what keeps them true. */
export interface Rows extends RowCaches {
  /** Drops the rows that a change makes stale. */
  apply(change: Change): void;
  clear(): void;
}

/** Caches of the rows that every execution needs. */
interface RowCaches {
  /** Callers by the hexadecimal SHA-256 of their API key. */
  callers: RowCache<Caller>;
  /** By connection id. */
  connections: RowCache<ConnectionRow>;
  /** By `defaultKey`. `connectionId` is null when no default is set. */
  defaults: RowCache<{ connectionId: number | null }>;
  /** The ids of the applications that a member is connected to, by `accountUserId`. */
  connectedApplications: RowCache<readonly number[]>;
  /** By toolset id in lower case. */
  toolsets: RowCache<ToolsetRow>;
  /** The callers of access tokens, by what a token stands for; see `loadTokenCaller`. */
  tokenCallers: RowCache<Caller>;
  /** All keys under the one key `allSigningKeys`. */
  signingKeys: RowCache<readonly SigningKeyRow[]>;
}

export const allSigningKeys = "all";

export const defaultKey = (accountUserId: number, applicationId: number): string =>
  `${accountUserId}:${applicationId}`;

/** Reads the key of a `catalog` change. Company 0 means all companies: a built-in application has changed. */
export function readCatalogKey(key: string): { companyId: number; applicationId: number } {
  const [companyId, applicationId] = key.split(":").map(Number);
  return { companyId: companyId ?? 0, applicationId: applicationId ?? 0 };
}

export function openRows(db: Kysely<Schema>, isFresh: () => boolean): Rows {
  const caches = openCaches(db, isFresh);
  return {
    ...caches,
    apply: (change) => dropStale(caches, change),
    clear() {
      for (const cache of Object.values(caches)) {
        cache.clear();
      }
    },
  };
}

function openCaches(db: Kysely<Schema>, isFresh: () => boolean): RowCaches {
  const callers = new RowCache<Caller>({
    max: 20_000,
    isFresh,
    // Anybody can send unknown keys, which must not overload the database.
    load: loadInBatches((keyHashes) => loadCallersByKeyHash(db, keyHashes)),
    absentMs: 1000,
  });
  const connections = new RowCache<ConnectionRow>({
    max: 20_000,
    isFresh,
    load: (connectionId) => loadConnection(db, Number(connectionId)),
  });
  const defaults = new RowCache<{ connectionId: number | null }>({
    max: 50_000,
    isFresh,
    async load(key) {
      const [accountUserId, applicationId] = key.split(":");
      return {
        connectionId: await loadDefaultConnectionId(db, Number(accountUserId), Number(applicationId)),
      };
    },
  });
  const connectedApplications = new RowCache<readonly number[]>({
    max: 20_000,
    isFresh,
    load: (accountUserId) => listConnectedApplicationIds(db, Number(accountUserId)),
  });
  const toolsets = new RowCache<ToolsetRow>({
    max: 5_000,
    isFresh,
    load: (toolsetId) => loadToolset(db, toolsetId),
  });
  const tokenCallers = new RowCache<Caller>({
    max: 20_000,
    isFresh,
    load: (subject) => loadTokenCaller(db, subject),
  });
  const signingKeys = new RowCache<readonly SigningKeyRow[]>({
    max: 1,
    isFresh,
    load: () => listSigningKeys(db),
  });

  return {
    callers,
    connections,
    defaults,
    connectedApplications,
    toolsets,
    tokenCallers,
    signingKeys,
  };
}

function dropStale(caches: RowCaches, { topic, key }: Change): void {
  switch (topic) {
    case "apiKey":
      caches.callers.forget(key);
      break;
    case "callers":
      caches.callers.clear();
      caches.tokenCallers.clear();
      break;
    case "token":
      caches.tokenCallers.forget(key);
      break;
    case "signingKeys":
      caches.signingKeys.clear();
      break;
    case "connection":
      caches.connections.forget(key);
      break;
    case "default":
      // Any change of a connection announces its default, too.
      caches.connectedApplications.forget(key.split(":", 1)[0] ?? "");
      caches.defaults.forget(key);
      break;
    case "toolset":
      caches.toolsets.forget(key);
      break;
    case "catalog": {
      // Connection rows contain their method's definition.
      const { applicationId } = readCatalogKey(key);
      caches.connections.forgetWhere((connection) => connection.applicationId === applicationId);
      break;
    }
  }
}
