import { sealSecrets } from "../../connections/open-secrets.ts";
import type { DeletedConnection } from "../../db/connections/delete-connections.ts";
import { loadDroppedSignIn, type SignInRow } from "../../db/connections/sign-ins.ts";
import type { ConnectParts } from "../connect-parts.ts";
import type { HeldSecrets } from "./sign-in-secrets.ts";

/**
 * Describes the tokens of a sign-in that makes no connection like those of a deleted one, so that the same jobs revoke them (decisions
 * D28d). Its id is no stored connection's. Empty when the sign-in is gone, with its application.
 *
 * @param signIn with the open fields of the connection that it would make
 */
export async function describeDropped(
  { db, vault }: Pick<ConnectParts, "db" | "vault">,
  { stateHash, fields }: Pick<SignInRow, "stateHash" | "fields">,
  { origins, secrets }: Pick<HeldSecrets, "origins" | "secrets">,
): Promise<DeletedConnection[]> {
  const dropped = await loadDroppedSignIn(db.kysely, stateHash);
  return dropped === null
    ? []
    : [{ ...dropped, fields, ...(await sealSecrets(vault, dropped, origins, secrets)) }];
}
