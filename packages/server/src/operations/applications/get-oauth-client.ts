import { notFound } from "../../api-error.ts";
import { redirectUri } from "../../connect/sign-in/redirect-uri.ts";
import { loadOAuthClientRow } from "../../db/authorization/oauth-clients.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf, OutputOf } from "../handler.ts";
import { findMethod } from "./find-method.ts";

export async function getOAuthClient(
  deps: Deps,
  caller: Caller,
  { resource: application, params: { authenticationId } }: InputOf<"getOAuthClient">,
): Promise<OutputOf<"getOAuthClient">> {
  findMethod(application, authenticationId);
  const client = await loadOAuthClientRow(deps.db.kysely, caller.companyId, authenticationId);
  if (client === null) {
    throw notFound(`An OAuth client of your company for authentication method ${authenticationId}`);
  }
  return {
    applicationSlug: application.slug,
    authenticationId,
    clientId: client.clientId,
    hasSecret: client.sealedSecret !== null,
    scopes: client.scopes,
    tokenHosts: client.tokenHosts ?? [],
    redirectUri: client.redirectUri ?? redirectUri(deps.config.baseUrl),
  };
}
