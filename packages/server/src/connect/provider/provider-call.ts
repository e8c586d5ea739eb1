import type { CatalogAuthentication } from "@bowline/catalog";
import { defaultValues } from "../../connections/open-secrets.ts";
import type { Deps } from "../../deps.ts";
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
}

/** The code of the error when nobody has set a client. */
export const noClientCode = "no_client";

/** How a provider is called for a connection, or for one that is being made. @throws ProviderError */
export async function prepareProviderCall(
  deps: Deps,
  wanted: ConnectionAtProvider,
): Promise<ProviderCall & { applicationName: string }> {
  const { companyId, applicationId, authenticationId, method, environment } = wanted;
  const fields: Record<string, string> = { ...defaultValues(method), ...wanted.fields };
  const catalog = await deps.catalog.forCompany(companyId);
  const application = catalog.findApplicationById(applicationId);
  if (application === undefined) {
    throw new ProviderError("refused", "The application was removed.");
  }
  const provider = await resolveProvider(deps, method.oauth2 ?? {}, environment, fields);
  const { clientId, clientSecret } = fields;
  const isOwn = method.type === "oauth2ClientCredentials" && clientId;
  const client = isOwn
    ? { clientId, clientSecret: clientSecret || null, scopes: null }
    : await findOAuthClient(deps, { companyId, authenticationId, application, method, provider });
  if (client === null) {
    const { message } = noClient(application.slug, authenticationId, method.name);
    throw new ProviderError("refused", message, noClientCode);
  }
  return {
    egress: deps.egress,
    provider,
    client,
    fields,
    isHttpAllowed: deps.config.allowedPrivateNetworks.length > 0,
    applicationName: application.name,
  };
}
