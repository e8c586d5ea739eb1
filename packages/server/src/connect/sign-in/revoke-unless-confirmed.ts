import type { SignInRow } from "../../db/connections/sign-ins.ts";
import type { ConnectParts } from "../connect-parts.ts";
import type { ProviderCall } from "../provider/provider-exchange.ts";
import { revokeTokens } from "../tokens/revoke-tokens.ts";
import { describeDropped } from "./describe-dropped.ts";
import { type HeldSecrets, signInMinutes } from "./sign-in-secrets.ts";

/** No confirmation that was begun in time is under way then. The five minutes are for reading the account before the page is shown. */
const afterSeconds = (signInMinutes + 10 + 5) * 60;

/**
 * Adds the job that revokes what a provider has just issued, unless a confirmation withdraws it (decisions D28d). So the tokens do not
 * stay good when the sign-in fails or expires, its application, member or connection is deleted, or this server stops. They are revoked
 * at once when no job can be added.
 *
 * @param signIn with the open fields of the connection that it would make
 * @param call the call that the tokens were issued to
 * @returns the ids of the jobs
 */
export async function revokeUnlessConfirmed(
  parts: ConnectParts,
  signIn: Pick<SignInRow, "stateHash" | "fields">,
  call: ProviderCall,
  issued: Pick<HeldSecrets, "origins" | "secrets">,
): Promise<string[]> {
  const revokeAtOnce = () => revokeTokens(async () => call, issued.secrets);
  try {
    const dropped = await describeDropped(parts, signIn, issued);
    if (dropped.length === 0) {
      await revokeAtOnce();
    }
    const { stateHash } = signIn;
    return await parts.jobs.addRevocations(parts.db.kysely, dropped, { afterSeconds, stateHash });
  } catch (error) {
    await revokeAtOnce();
    throw error;
  }
}
