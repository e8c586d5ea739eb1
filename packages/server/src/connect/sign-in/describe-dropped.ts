import { sealSecrets } from "../../connections/open-secrets.ts";
import type { DeletedConnection } from "../../db/connections/delete-connections.ts";
import type { SignInRow } from "../../db/connections/sign-ins.ts";
import type { Vault } from "../../vault/vault.ts";
import type { HeldSecrets } from "./sign-in-secrets.ts";

/**
 * Describes the tokens of a sign-in that makes no connection like those of a deleted one, so that the same jobs revoke them (decisions
 * D28d). Its id is no stored connection's.
 *
 * @param loaded as `loadDroppedSignIn` returns it, with the client that the tokens were issued to
 * @param signIn with the open fields of the connection that it would make
 */
export const describeDropped = async (
  vault: Vault,
  loaded: DeletedConnection,
  { fields }: Pick<SignInRow, "fields">,
  { origins, secrets }: Pick<HeldSecrets, "origins" | "secrets">,
): Promise<DeletedConnection> => ({
  ...loaded,
  fields,
  ...(await sealSecrets(vault, loaded, origins, secrets)),
});
