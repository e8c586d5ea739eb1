import type { CatalogAuthentication } from "@bowline/catalog";
import { defaultValues } from "../../connections/open-secrets.ts";
import type { ConnectParts } from "../connect-parts.ts";
import { checkClientHosts } from "./check-destination.ts";
import { findOAuthClient, noClient } from "./find-client.ts";
import { resolveProvider } from "./provider.ts";
import { ProviderError } from "./provider-error.ts";
import type { ProviderCall } from "./provider-exchange.ts";

/** What of a connection decides how its provider is called. */
export interface ConnectionAtProvider {
  companyId: number;
  applicationId: number;
  authenticationId: number;
  method: CatalogAuthentication;
  environment: string;
  /** The open fields; of a client's own connection the secret ones, too. */
  fields: Readonly<Record<string, string>>;
  /** Where its secrets may go, see `listOrigins`; null: they are entered just now. */
  sealedOrigins: readonly string[] | null;
}

/** The code of the error when nobody has set a client. */
export const noClientCode = "no_client";

/** How a provider is called for a connection, or for one that is being made. @throws ProviderError */
export async function prepareProviderCall(
  parts: ConnectParts,
  wanted: ConnectionAtProvider,
): Promise<ProviderCall & { applicationName: string }> {
  const { companyId, applicationId, authenticationId, method, environment } = wanted;
  const fields: Record<string, string> = { ...defaultValues(method), ...wanted.fields };
  const catalog = await parts.catalog.forCompany(companyId);
  const application = catalog.findApplicationById(applicationId);
  if (application === undefined) {
    throw new ProviderError("refused", "The application was removed.");
  }
  const provider = await resolveProvider(parts, method.oauth2 ?? {}, environment, fields);
  const { clientId, clientSecret } = fields;
  const isOwn = method.type === "oauth2ClientCredentials" && clientId;
  const client = isOwn
    ? { clientId, clientSecret: clientSecret || null, scopes: null, allowed: null }
    : await findOAuthClient(parts, { companyId, authenticationId, application, method, provider });
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
    applicationName: application.name,
  };
}
