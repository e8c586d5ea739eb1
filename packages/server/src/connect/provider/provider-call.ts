import type { CatalogAuthentication } from "@bowline/catalog";
import { defaultValues } from "../../connections/open-secrets.ts";
import type { DeletedConnection } from "../../db/connections/delete-connections.ts";
import type { ConnectParts } from "../connect-parts.ts";
import { checkClientHosts } from "./check-destination.ts";
import { findOAuthClient, noClient, openOAuthClient, type WantedClient } from "./find-client.ts";
import type { OAuthClient } from "./oauth-client.ts";
import { resolveProvider } from "./provider.ts";
import { ProviderError } from "./provider-error.ts";
import type { ProviderCall } from "./provider-exchange.ts";

/** The connection fields that select a provider and its client. */
export interface ConnectionAtProvider {
  companyId: number;
  applicationId: number;
  authenticationId: number;
  method: CatalogAuthentication;
  environment: string;
  /** The open fields. With client credentials, the secret fields, too. */
  fields: Readonly<Record<string, string>>;
  /** The origins that its secrets may be sent to, see `listOrigins`. Null: the secrets are being entered now. */
  sealedOrigins: readonly string[] | null;
}

/** The error code when no client is set. */
export const noClientCode = "no_client";

/** A call to a provider, and the application that it is made for. */
export type PreparedProviderCall = ProviderCall & { applicationSlug: string; applicationName: string };

/** Prepares the call to a provider for a connection, stored or not yet stored. @throws ProviderError */
export async function prepareProviderCall(
  parts: ConnectParts,
  wanted: ConnectionAtProvider,
): Promise<PreparedProviderCall> {
  const catalog = await parts.catalog.forCompany(wanted.companyId);
  const application = catalog.findApplicationById(wanted.applicationId);
  if (application === undefined) {
    throw new ProviderError("refused", "The application was removed.");
  }
  return buildProviderCall(parts, wanted, application, (client) => findOAuthClient(parts, client));
}

/** The parts of the server that revoking the tokens of a deleted connection uses. */
export type RevocationParts = Pick<
  ConnectParts,
  "config" | "vault" | "egress" | "discover" | "operatorClients"
>;

/**
 * Prepares the call for a connection, deleted or not, by what its application and its client were when it was described.
 *
 * @throws ProviderError
 */
export function prepareDescribedCall(
  parts: RevocationParts,
  described: DeletedConnection,
  secrets: Readonly<Record<string, string>>,
): Promise<PreparedProviderCall> {
  const { method, fields, application } = described;
  const isForMachines = method.type === "oauth2ClientCredentials";
  const wanted = { ...described, fields: isForMachines ? { ...fields, ...secrets } : fields };
  return buildProviderCall(parts, wanted, application, (client) =>
    openOAuthClient(parts, client, described.client),
  );
}

async function buildProviderCall(
  parts: RevocationParts,
  wanted: Omit<ConnectionAtProvider, "applicationId">,
  application: WantedClient["application"] & { name: string },
  findClient: (wanted: WantedClient) => Promise<OAuthClient | null>,
): Promise<PreparedProviderCall> {
  const { companyId, authenticationId, method, environment } = wanted;
  const fields: Record<string, string> = { ...defaultValues(method), ...wanted.fields };
  const provider = await resolveProvider(parts, method.oauth2 ?? {}, environment, fields);
  const { clientId, clientSecret } = fields;
  const isOwn = method.type === "oauth2ClientCredentials" && clientId;
  const client = isOwn
    ? { clientId, clientSecret: clientSecret || null, scopes: null, allowed: null, registration: null }
    : await findClient({ companyId, authenticationId, application, method, provider });
  if (client === null) {
    const { message } = noClient(application.slug, authenticationId, method.name);
    throw new ProviderError("refused", message, noClientCode);
  }
  checkClientHosts(provider, client);
  return {
    egress: parts.egress,
    provider,
    client,
    fields,
    sealedOrigins: wanted.sealedOrigins,
    isHttpAllowed: parts.config.allowedPrivateNetworks.length > 0,
    applicationSlug: application.slug,
    applicationName: application.name,
  };
}
