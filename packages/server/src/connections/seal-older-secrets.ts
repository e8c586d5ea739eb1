import type { Kysely } from "kysely";
import { listUnsealedConnections, sealConnectionRow } from "../db/connections/connections.ts";
import type { Schema } from "../db/schema.ts";
import type { Vault } from "../vault/vault.ts";
import { listOrigins } from "./list-origins.ts";
import { openSecrets, sealSecrets } from "./open-secrets.ts";

/**
 * Seals secrets from an earlier version to the origins in their applications' current descriptions (decisions D73). It may be
 * interrupted, and two processes may run it at once. A secret that does not open is not changed.
 *
 * @returns how many connections were sealed, and the ids of those whose secrets do not open
 */
export async function sealOlderSecrets(
  db: Kysely<Schema>,
  vault: Vault,
): Promise<{ sealed: number; unopened: number[] }> {
  const unopened: number[] = [];
  let sealed = 0;
  for (let afterId = 0; ; ) {
    const rows = await listUnsealedConnections(db, afterId);
    const last = rows.at(-1);
    if (last === undefined) {
      return { sealed, unopened };
    }
    for (const row of rows) {
      const secrets = await openSecrets(vault, row).catch(() => null);
      if (secrets === null) {
        unopened.push(row.connectionId);
        continue;
      }
      const origins = listOrigins(row, row.method, row.environment, row.fields, secrets);
      await sealConnectionRow(db, row, await sealSecrets(vault, row, origins, secrets));
      sealed++;
    }
    afterId = last.connectionId;
  }
}
