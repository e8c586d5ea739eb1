import type { CatalogAuthentication } from "@bowline/catalog";
import type { Catalog } from "../../catalog/catalog.ts";
import { saveRegisteredClient } from "../../db/authorization/oauth-clients.ts";
import type { Egress } from "../../egress/egress.ts";
import type { Logger } from "../../log/logger.ts";
import { findTokenHosts } from "../provider/allowed-hosts.ts";
import {
  type ClientParts,
  clientPurpose,
  findOAuthClient,
  type WantedClient,
} from "../provider/find-client.ts";
import type { OAuthClient } from "../provider/oauth-client.ts";
import { registerClient } from "../provider/register-client.ts";
import { noteRegistration, readsRegistration } from "./note-registration.ts";
import { ownRedirectUri } from "./redirect-uri.ts";

/** Gives each sign-in its OAuth client. */
export interface ClientRegistrar {
  /**
   * Finds the client that was set or registered before. If there is none and the authorization server registers clients, one is
   * registered: once for a company's method, and with a redirect address of its own. Null when there is no client.
   *
   * @throws ProviderError when the authorization server does not register one
   */
  obtain(wanted: WantedClient): Promise<OAuthClient | null>;
}

interface RegistrarParts extends ClientParts {
  catalog: Pick<Catalog, "forget">;
  config: { baseUrl: string; allowedPrivateNetworks: readonly string[] };
  egress: Egress;
  log: Pick<Logger, "info">;
  clock: () => number;
}

export function openClientRegistrar(parts: RegistrarParts): ClientRegistrar {
  const registering = new Map<string, Promise<void>>();
  return {
    async obtain(wanted) {
      if (wanted.provider.discovered !== null) {
        await noteRegistration(parts, wanted, wanted.provider);
      }
      const found = await findOAuthClient(parts, wanted);
      if (!isRegistrable(wanted) || !(found === null || isOver(parts, wanted, found))) {
        return found;
      }
      const key = `${wanted.companyId}:${wanted.authenticationId}`;
      let registration = registering.get(key);
      if (registration === undefined) {
        registration = register(parts, wanted, found).finally(() => registering.delete(key));
        registering.set(key, registration);
      }
      await registration;
      return findOAuthClient(parts, wanted);
    },
  };
}

/** The server may have begun to register clients since its document was last noted. */
const isRegistrable = ({ provider, method }: WantedClient): boolean =>
  provider.registrationUrl !== null && readsRegistration(method);

/** Whether a client may be registered, as far as is known. */
export const mayRegister = (method: CatalogAuthentication): boolean =>
  readsRegistration(method) && method.oauth2?.registersClients !== false;

/** Whether a registered client can sign in no more. */
function isOver(
  { config, clock }: RegistrarParts,
  { authenticationId, method }: WantedClient,
  { registration, allowed }: OAuthClient,
): boolean {
  return (
    registration !== null &&
    (registration.redirectUri !== ownRedirectUri(config.baseUrl, authenticationId) ||
      (registration.secretExpiresDate?.getTime() ?? Number.POSITIVE_INFINITY) <= clock() ||
      allowed?.discoveryUrl !== method.oauth2?.discoveryUrl)
  );
}

async function register(
  parts: RegistrarParts,
  { companyId, authenticationId, method, provider, application }: WantedClient,
  replaced: OAuthClient | null,
): Promise<void> {
  const { db, vault, egress, config, log } = parts;
  const redirectUri = ownRedirectUri(config.baseUrl, authenticationId);
  const isHttpAllowed = config.allowedPrivateNetworks.length > 0;
  const client = await registerClient(egress, provider, redirectUri, isHttpAllowed);
  const allowed = findTokenHosts(method) ?? { tokenHosts: [], discoveryUrl: null };
  const sealedSecret =
    client.clientSecret &&
    (await vault.seal(companyId, clientPurpose(authenticationId, allowed), client.clientSecret));
  const row = {
    clientId: client.clientId,
    sealedSecret: sealedSecret || null,
    scopes: null,
    ...allowed,
    redirectUri,
    secretExpiresDate: client.secretExpiresDate,
  };
  await saveRegisteredClient(db.kysely, companyId, authenticationId, row, replaced?.clientId ?? null);
  log.info({ application: application.slug, authenticationId }, "OAuth client registered");
}
