import type { CatalogAuthentication } from "@bowline/catalog";
import { defaultValues } from "../../connections/open-secrets.ts";
import type { ConnectParts } from "../connect-parts.ts";
import { checkClientHosts } from "./check-destination.ts";
import { findOAuthClient, noClient } from "./find-client.ts";
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

/** Prepares the call to a provider for a connection, stored or not yet stored. @throws ProviderError */
export async function prepareProviderCall(
  parts: ConnectParts,
  wanted: ConnectionAtProvider,
): Promise<ProviderCall & { applicationSlug: string; applicationName: string }> {
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
    ? { clientId, clientSecret: clientSecret || null, scopes: null, allowed: null, registration: null }
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
    applicationSlug: application.slug,
    applicationName: application.name,
  };
}
