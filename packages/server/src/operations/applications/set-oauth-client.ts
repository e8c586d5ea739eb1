import type { CatalogAuthentication } from "@bowline/catalog";
import { invalidField } from "../../api-error.ts";
import { findTokenHosts, type TokenHosts } from "../../connect/provider/allowed-hosts.ts";
import { clientPurpose } from "../../connect/provider/find-client.ts";
import { redirectUri } from "../../connect/sign-in/redirect-uri.ts";
import { saveOAuthClient } from "../../db/authorization/oauth-clients.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf, OutputOf } from "../handler.ts";
import { findMethod } from "./find-method.ts";

export async function setOAuthClient(
  deps: Deps,
  caller: Caller,
  { resource: application, params: { authenticationId }, body }: InputOf<"setOAuthClient">,
): Promise<OutputOf<"setOAuthClient">> {
  const method = findMethod(application, authenticationId);
  if (method.oauth2 === undefined) {
    throw invalidField(
      "authenticationId",
      `Authentication method ${authenticationId} is not an OAuth method.`,
    );
  }
  const { clientId } = body;
  const clientSecret = body.clientSecret ?? null;
  const scopes = body.scopes ?? null;
  const allowed = chooseTokenHosts(method, body.tokenHosts);
  const purpose = clientPurpose(authenticationId, allowed);
  const sealedSecret =
    clientSecret === null ? null : await deps.vault.seal(caller.companyId, purpose, clientSecret);
  await saveOAuthClient(deps.db.kysely, caller.companyId, authenticationId, {
    clientId,
    sealedSecret,
    scopes,
    ...allowed,
    redirectUri: null,
    secretExpiresDate: null,
  });
  return {
    applicationSlug: application.slug,
    authenticationId,
    clientId,
    hasSecret: clientSecret !== null,
    scopes,
    tokenHosts: allowed.tokenHosts,
    redirectUri: redirectUri(deps.config.baseUrl),
  };
}

/** Chooses the hosts that may receive the client. @throws ApiError `VALIDATION_ERROR` when neither request nor description names any (decisions D74) */
function chooseTokenHosts(method: CatalogAuthentication, named: string[] | null | undefined): TokenHosts {
  const allowed = named == null ? findTokenHosts(method) : { tokenHosts: named, discoveryUrl: null };
  if (allowed === null) {
    throw invalidField(
      "tokenHosts",
      "The client would be sent to an address that contains a connection's field, which may be any host. Name the hosts that may receive it, such as login.example.com or *.example.com.",
    );
  }
  return allowed;
}
