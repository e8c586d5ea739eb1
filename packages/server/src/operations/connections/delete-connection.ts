import { notFound } from "../../api-error.ts";
import { revokeTokens } from "../../connect/tokens/revoke-tokens.ts";
import { openSecrets } from "../../connections/open-secrets.ts";
import { type ConnectionRow, loadConnection } from "../../db/connections/connections.ts";
import { deleteConnectionRow } from "../../db/connections/write-connections.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf } from "../handler.ts";

export async function deleteConnection(
  deps: Deps,
  _caller: Caller,
  { resource: connection }: InputOf<"deleteConnection">,
): Promise<string> {
  const { connectionId } = connection;
  // Loaded again, so that a token renewed a moment ago is revoked too.
  const current = await loadConnection(deps.db.kysely, connectionId);
  const wasDeleted = await deleteConnectionRow(deps.db.kysely, connectionId);
  if (!wasDeleted) {
    throw notFound(`Connection ${connectionId}`);
  }
  return `Connection ${connectionId} was deleted.${current === null ? "" : await revoke(deps, current)}`;
}

/** Revokes only tokens issued to this server; a pasted token may be in use elsewhere. */
async function revoke(deps: Deps, connection: ConnectionRow): Promise<string> {
  if (connection.tokenVersion === 0) {
    return "";
  }
  const secrets = await openSecrets(deps.vault, connection);
  const problem = await revokeTokens(deps, connection, secrets);
  return problem === null
    ? " Its access was revoked at the application."
    : ` Its access could not be revoked at the application, so remove it there: ${problem}`;
}
