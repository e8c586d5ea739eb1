import type { Transaction } from "kysely";
import { confirmConnectLink, type LinkUser } from "../../db/connections/connect-links.ts";
import type { Schema } from "../../db/schema.ts";

/** Another request, a sign-in or a key typed at the link, has used the link or has claimed it: nothing may be stored for it. */
export class LinkUsedError extends Error {
  override readonly name = "LinkUsedError";
  override readonly message = "The link was used already.";
}

/**
 * Uses a link up for a connection, in the transaction that stores the connection.
 *
 * @param by as for `confirmConnectLink`
 * @throws LinkUsedError
 */
export async function useUpLink(
  transaction: Transaction<Schema>,
  linkHash: Buffer,
  by: LinkUser,
  connectionId: number,
): Promise<void> {
  if (!(await confirmConnectLink(transaction, linkHash, by, connectionId))) {
    throw new LinkUsedError();
  }
}
