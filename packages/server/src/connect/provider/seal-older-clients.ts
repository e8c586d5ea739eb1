import type { Kysely } from "kysely";
import { listUnboundClients, saveOAuthClient } from "../../db/authorization/oauth-clients.ts";
import type { Schema } from "../../db/schema.ts";
import type { Vault } from "../../vault/vault.ts";
import { findTokenHosts } from "./allowed-hosts.ts";
import { clientPurpose } from "./find-client.ts";

/**
 * Binds clients from an earlier version to the hosts of their methods' descriptions (decisions D74). A client whose hosts are not
 * limited by the description is bound to no host, until an Admin names its hosts.
 *
 * @returns how many clients were bound, and the authentication ids of those that wait for their hosts
 */
export async function sealOlderClients(
  db: Kysely<Schema>,
  vault: Vault,
): Promise<{ bound: number; waiting: number[] }> {
  const rows = await listUnboundClients(db);
  const waiting: number[] = [];
  for (const { companyId, authenticationId, method, ...client } of rows) {
    const found = findTokenHosts(method);
    const allowed = found ?? { tokenHosts: [], discoveryUrl: null };
    if (found === null) {
      waiting.push(authenticationId);
    }
    const secret =
      client.sealedSecret &&
      (await vault.open(companyId, `oauth-client:${authenticationId}`, client.sealedSecret));
    const sealedSecret =
      secret && (await vault.seal(companyId, clientPurpose(authenticationId, allowed), secret));
    await saveOAuthClient(db, companyId, authenticationId, {
      ...client,
      sealedSecret: sealedSecret || null,
      ...allowed,
    });
  }
  return { bound: rows.length - waiting.length, waiting };
}
