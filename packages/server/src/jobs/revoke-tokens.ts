import { NoResultError } from "kysely";
import { fillAddress } from "../connect/provider/provider.ts";
import type { RevocationParts } from "../connect/provider/provider-call.ts";
import { ProviderError } from "../connect/provider/provider-error.ts";
import { readClient, type StoredClient, storeClient } from "../connect/provider/stored-client.ts";
import { hasIssuedTokens, mayRevokeLater, revokeDeleted } from "../connect/tokens/revoke-deleted.ts";
import { defaultValues } from "../connections/open-secrets.ts";
import type { DeletedConnection } from "../db/connections/delete-connections.ts";
import { hasConnection } from "../db/connections/sign-ins.ts";
import type { Database } from "../db/open-database.ts";
import type { Logger } from "../log/logger.ts";
import { VaultError } from "../vault/vault-error.ts";

/** How often a provider is asked to revoke the tokens of a deleted connection. The last try is two to four hours after the first. */
export const revocationTries = 8;

/** The data of a job. */
export interface RevocationData {
  /** 0: the tokens are those of a sign-in that was not confirmed. */
  connectionId: number;
  /** The sign-in, in base64, if nobody has decided on it: its tokens are revoked unless their account has a connection by then. */
  stateHash?: string;
  /** JSON text of a `StoredConnection`. As text it may contain any character, which JSON in the database may not. */
  deleted: string;
}

/** A deleted connection in JSON. Its secrets are in base64, sealed as they were in the deleted row. */
type StoredConnection = Omit<DeletedConnection, "sealedSecrets" | "client"> & {
  sealedSecrets: string;
  client: StoredClient | null;
};

/** A job to add, and the host that it calls. A server calls a host for one connection at a time. */
export interface Revocation {
  data: RevocationData;
  host: string;
}

/**
 * Builds the job for a deleted connection. Null when there is nothing to revoke, or the provider cannot revoke.
 *
 * @param stateHash as in `RevocationOptions`
 */
export function buildRevocation(connection: DeletedConnection, stateHash?: Buffer): Revocation | null {
  const { sealedSecrets, client, ...rest } = connection;
  const address = findAddress(connection);
  if (!hasIssuedTokens(connection) || sealedSecrets === null || address === null) {
    return null;
  }
  const stored: StoredConnection = {
    ...rest,
    sealedSecrets: sealedSecrets.toString("base64"),
    client: client && storeClient(client),
  };
  return {
    data: {
      connectionId: connection.connectionId,
      ...(stateHash !== undefined && { stateHash: stateHash.toString("base64") }),
      deleted: JSON.stringify(stored),
    },
    host: findHost(connection, address),
  };
}

function findHost({ method, fields }: DeletedConnection, address: string): string {
  try {
    return new URL(fillAddress(address, { ...defaultValues(method), ...fields })).host;
  } catch (error) {
    if (error instanceof ProviderError) {
      return address;
    }
    throw error;
  }
}

/** Finds the templated address of the revocation endpoint, or of the document that may name it. */
function findAddress({
  method,
  environment,
}: Pick<DeletedConnection, "method" | "environment">): string | null {
  const { oauth2 = {} } = method;
  return (
    oauth2.environments?.[environment]?.revocationUrl ?? oauth2.revocationUrl ?? oauth2.discoveryUrl ?? null
  );
}

/**
 * Revokes the tokens of a deleted connection at its provider.
 *
 * @param attempt 1 at the first try
 * @returns false when it has to be tried again. True when it is over: the tokens are revoked, the provider refuses to, the company was
 * deleted with the key of its secrets, to revoke them may end a connection, or this was the last try
 */
export async function runRevocation(
  parts: RevocationParts & { db: Pick<Database, "kysely">; log: Pick<Logger, "info" | "warn"> },
  data: RevocationData,
  attempt: number,
): Promise<boolean> {
  const { connectionId, stateHash } = data;
  if (stateHash !== undefined && (await hasConnection(parts.db.kysely, Buffer.from(stateHash, "base64")))) {
    parts.log.info({}, "the tokens of a sign-in were dropped, since its account has a connection");
    return true;
  }
  // A sign-in that was not confirmed made no connection.
  const owner = connectionId === 0 ? "sign-in" : "deleted connection";
  const problem = await revokeDeleted(parts, readDeleted(data)).catch((error: unknown) => {
    if (error instanceof VaultError || error instanceof NoResultError) {
      return new ProviderError("refused", "The tokens cannot be decrypted any more.");
    }
    throw error;
  });
  if (problem === null) {
    parts.log.info({ connectionId }, `the tokens of a ${owner} were revoked`);
    return true;
  }
  if (mayRevokeLater(problem) && attempt < revocationTries) {
    return false;
  }
  // The message quotes the provider.
  const { kind } = problem;
  parts.log.warn({ connectionId, kind }, `the tokens of a ${owner} could not be revoked`);
  return true;
}

function readDeleted(data: RevocationData): DeletedConnection {
  const deleted: StoredConnection = JSON.parse(data.deleted);
  const { sealedSecrets, client } = deleted;
  return {
    ...deleted,
    sealedSecrets: Buffer.from(sealedSecrets, "base64"),
    client: client && readClient(client),
  };
}
