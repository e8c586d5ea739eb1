import type { CatalogAuthentication } from "@bowline/catalog";
import { ApiError } from "../../api-error.ts";
import { loadOAuthClientRow, type OAuthClientRow } from "../../db/authorization/oauth-clients.ts";
import type { Database } from "../../db/open-database.ts";
import type { Vault } from "../../vault/vault.ts";
import type { TokenHosts } from "./allowed-hosts.ts";
import type { OAuthClient } from "./oauth-client.ts";
import type { OperatorClients } from "./operator-clients.ts";
import type { Provider } from "./provider.ts";

/** The purpose that the secret of a company's client is sealed with. It includes the hosts allowed (decisions D74). */
export const clientPurpose = (authenticationId: number, allowed: TokenHosts): string =>
  `oauth-client:${authenticationId} at ${[...allowed.tokenHosts, allowed.discoveryUrl ?? "-"].join(" ")}`;

/** The parts of the server that hold clients. */
export interface ClientParts {
  db: Pick<Database, "kysely">;
  vault: Vault;
  operatorClients: OperatorClients;
}

/** The client to find. */
export interface WantedClient {
  companyId: number;
  authenticationId: number;
  method: CatalogAuthentication;
  application: { slug: string; companyId: number | null };
  provider: Provider;
}

/** Finds the company's own client, else the operator's; null when there is neither. */
export async function findOAuthClient(parts: ClientParts, wanted: WantedClient): Promise<OAuthClient | null> {
  const row = await loadOAuthClientRow(parts.db.kysely, wanted.companyId, wanted.authenticationId);
  return openOAuthClient(parts, wanted, row);
}

/** Opens the company's own client, or finds the operator's. @param row null: the company has none */
export async function openOAuthClient(
  { vault, operatorClients }: Pick<ClientParts, "vault" | "operatorClients">,
  { companyId, authenticationId, application, method, provider }: WantedClient,
  row: OAuthClientRow | null,
): Promise<OAuthClient | null> {
  if (row === null) {
    const isBuiltIn = application.companyId === null;
    return operatorClients.find({ slug: application.slug, isBuiltIn }, method, provider);
  }
  const { clientId, sealedSecret, scopes, discoveryUrl, redirectUri, secretExpiresDate } = row;
  const allowed = { tokenHosts: row.tokenHosts ?? [], discoveryUrl };
  const clientSecret =
    sealedSecret && (await vault.open(companyId, clientPurpose(authenticationId, allowed), sealedSecret));
  const registration = redirectUri === null ? null : { redirectUri, secretExpiresDate };
  return { clientId, clientSecret, scopes, allowed, registration };
}

/** Builds the 409 that says which client is missing and where to set it (decisions D28). @param reason why none was registered */
export const noClient = (slug: string, authenticationId: number, name: string, reason = ""): ApiError =>
  new ApiError(
    "CONFLICT",
    `No OAuth client is configured for "${slug}", authentication method ${authenticationId} (${name}). An Admin sets one with PUT /v1/applications/${slug}/authentications/${authenticationId}/client.${reason}`,
  );
