import { invalidField } from "../../api-error.ts";
import { clientPurpose } from "../../connect/provider/find-client.ts";
import { redirectUri } from "../../connect/sign-in/redirect-uri.ts";
import type { Caller } from "../../db/callers.ts";
import { saveOAuthClient } from "../../db/oauth-clients.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf, OutputOf } from "../handler.ts";
import { readMethod } from "./read-method.ts";

export async function setOAuthClient(
  deps: Deps,
  caller: Caller,
  { resource: application, params: { authenticationId }, body }: InputOf<"setOAuthClient">,
): Promise<OutputOf<"setOAuthClient">> {
  const method = readMethod(application, authenticationId);
  if (method.oauth2 === undefined) {
    throw invalidField("authenticationId", `Authentication method ${authenticationId} is no OAuth method.`);
  }
  const { clientId } = body;
  const clientSecret = body.clientSecret ?? null;
  const scopes = body.scopes ?? null;
  const purpose = clientPurpose(authenticationId);
  const sealedSecret =
    clientSecret === null ? null : await deps.vault.seal(caller.companyId, purpose, clientSecret);
  await saveOAuthClient(deps.db.kysely, caller.companyId, authenticationId, {
    clientId,
    sealedSecret,
    scopes,
  });
  return {
    applicationSlug: application.slug,
    authenticationId,
    clientId,
    hasSecret: clientSecret !== null,
    scopes,
    redirectUri: redirectUri(deps.config.baseUrl),
  };
}
