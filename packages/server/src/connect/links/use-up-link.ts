import type { Transaction } from "kysely";
import { confirmConnectLink, findLinkEnd, type LinkUser } from "../../db/connections/connect-links.ts";
import type { Schema } from "../../db/schema.ts";

/** Another request has used, refused or claimed the link: nothing may be stored for it. The message says which. */
export class LinkOverError extends Error {
  override readonly name = "LinkOverError";
}

/**
 * Uses a link up for a connection, in the transaction that stores the connection.
 *
 * @param by as for `confirmConnectLink`
 * @throws LinkOverError
 */
export async function useUpLink(
  transaction: Transaction<Schema>,
  linkHash: Buffer,
  by: LinkUser,
  connectionId: number,
): Promise<void> {
  if (!(await confirmConnectLink(transaction, linkHash, by, connectionId))) {
    const end = await findLinkEnd(transaction, linkHash);
    throw new LinkOverError(
      end?.error == null ? "The link was used already." : `The link has ended. ${end.error}`,
    );
  }
}
