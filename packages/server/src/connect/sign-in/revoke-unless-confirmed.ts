import type { DeletedConnection } from "../../db/connections/delete-connections.ts";
import type { SignInRow } from "../../db/connections/sign-ins.ts";
import type { ConnectParts } from "../connect-parts.ts";
import type { ProviderCall } from "../provider/provider-exchange.ts";
import { revokeTokens } from "../tokens/revoke-tokens.ts";
import { describeDropped } from "./describe-dropped.ts";
import { type HeldSecrets, signInMinutes } from "./sign-in-secrets.ts";

/** No confirmation that was begun in time is under way then. The five minutes are for reading the account before the page is shown. */
const afterSeconds = (signInMinutes + 10 + 5) * 60;

/** Tokens that nobody has confirmed so far, and the jobs that revoke them. */
export interface PlannedRevocation {
  dropped: DeletedConnection;
  jobIds: string[];
}

/**
 * Adds the job that revokes what a provider has just issued, unless a confirmation withdraws it (decisions D28d). So the tokens do not
 * stay good when the sign-in fails or expires, its application, member or connection is deleted, or this server stops. They are revoked
 * at once when no job can be added.
 *
 * @param loaded the sign-in as it was before the call
 * @param signIn with the open fields of the connection that it would make
 * @param call the call that the tokens were issued to
 */
export async function revokeUnlessConfirmed(
  parts: ConnectParts,
  loaded: DeletedConnection,
  signIn: Pick<SignInRow, "stateHash" | "fields">,
  call: ProviderCall,
  issued: Pick<HeldSecrets, "origins" | "secrets">,
): Promise<PlannedRevocation> {
  try {
    const dropped = await describeDropped(parts.vault, loaded, signIn, issued);
    const options = { afterSeconds, stateHash: signIn.stateHash };
    return { dropped, jobIds: await parts.jobs.addRevocations(parts.db.kysely, [dropped], options) };
  } catch (error) {
    await revokeTokens(async () => call, issued.secrets);
    throw error;
  }
}
