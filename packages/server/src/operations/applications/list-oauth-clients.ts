import { loadProviders } from "@bowline/catalog";
import type { ListedOAuthClient } from "@bowline/contract";
import type { ApplicationEntry, AuthenticationEntry } from "../../catalog/company-catalog.ts";
import { findTokenHosts } from "../../connect/provider/allowed-hosts.ts";
import { listDefaultScopes } from "../../connect/sign-in/begin-sign-in.ts";
import { mayRegister } from "../../connect/sign-in/client-registrar.ts";
import { redirectUri } from "../../connect/sign-in/redirect-uri.ts";
import { listOAuthClientRows, type OAuthClientRow } from "../../db/authorization/oauth-clients.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf, OutputOf } from "../handler.ts";
import { readPage, renderPage } from "../page.ts";

export async function listOAuthClients(
  deps: Deps,
  { companyId }: Caller,
  { query }: InputOf<"listOAuthClients">,
): Promise<OutputOf<"listOAuthClients">> {
  const page = readPage(query);
  const [{ findDocumentation }, catalog, rows] = await Promise.all([
    loadProviders(),
    deps.catalog.forCompany(companyId),
    deps.db.read((db) => listOAuthClientRows(db, companyId)),
  ]);
  const clients = new Map(rows.map((row) => [row.authenticationId, row]));
  const methods = catalog.applications.flatMap((application) =>
    application.authentications
      .filter(({ type, oauth2 }) => type === "oauth2" && oauth2 !== undefined)
      .map((method) => ({ application, method })),
  );
  const shown = methods.slice(page.offset, page.offset + page.top);
  const items = shown.map(({ application, method }): ListedOAuthClient => {
    const client = clients.get(method.authenticationId);
    return {
      applicationSlug: application.slug,
      applicationName: application.name,
      authenticationId: method.authenticationId,
      authenticationName: method.name,
      setBy: findSetter(deps, application, method, client),
      mayRegister: mayRegister(method),
      clientId: client?.clientId ?? null,
      hasSecret: client?.hasSecret ?? false,
      scopes: client?.scopes ?? null,
      defaultScopes: [...listDefaultScopes(method)],
      defaultTokenHosts: findTokenHosts(method)?.tokenHosts ?? null,
      documentationUrl: findDocumentation(method.oauth2 ?? {}),
      redirectUri: client?.redirectUri ?? redirectUri(deps.config.baseUrl),
    };
  });
  return renderPage(items, methods.length, page);
}

/** @param client the company's; undefined: it has none */
function findSetter(
  { operatorClients }: Deps,
  { slug, companyId }: ApplicationEntry,
  method: AuthenticationEntry,
  client: Pick<OAuthClientRow, "redirectUri"> | undefined,
): ListedOAuthClient["setBy"] {
  if (client !== undefined) {
    return client.redirectUri === null ? "company" : "registration";
  }
  return operatorClients.has({ slug, isBuiltIn: companyId === null }, method) ? "operator" : null;
}
