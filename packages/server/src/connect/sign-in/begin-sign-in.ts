import type { CatalogAuthentication } from "@bowline/catalog";
import * as oauth from "oauth4webapi";
import { ApiError } from "../../api-error.ts";
import type { ApplicationEntry } from "../../catalog/company-catalog.ts";
import { listOrigins } from "../../connections/list-origins.ts";
import { defaultValues } from "../../connections/open-secrets.ts";
import { loadToolServers } from "../../db/catalog/tool-servers.ts";
import { insertSignIn } from "../../db/connections/sign-ins.ts";
import { createToken, hashToken } from "../../identity/token.ts";
import type { ConnectParts } from "../connect-parts.ts";
import { checkClientHosts } from "../provider/check-destination.ts";
import { noClient, type WantedClient } from "../provider/find-client.ts";
import type { OAuthClient } from "../provider/oauth-client.ts";
import { fillParameters, type Provider, resolveProvider } from "../provider/provider.ts";
import { ProviderError } from "../provider/provider-error.ts";
import { contradictsNote } from "./note-registration.ts";
import { redirectUri } from "./redirect-uri.ts";
import { type PendingSecrets, sealSignIn, signInMinutes } from "./sign-in-secrets.ts";

/** A sign-in to begin. All parts are checked. */
export interface WantedSignIn {
  accountUserId: number;
  companyId: number;
  application: Pick<ApplicationEntry, "applicationId" | "slug" | "companyId" | "environments">;
  authenticationId: number;
  method: CatalogAuthentication;
  environment: string;
  /** The open fields of the connection. */
  fields: Record<string, string>;
  /** The connection to renew. Null: a new connection is created. */
  connectionId: number | null;
  /** Asked for besides the usual ones. */
  scopes?: readonly string[];
  name: string | null;
  isDefault: boolean;
  /** The connect link that it is begun from; null: none. */
  linkHash: Buffer | null;
  /** Where the browser goes afterward, with `state` and `status`. Checked; null: nowhere, or where its link says. */
  returnUrl: URL | null;
  /** Only the connection's owner, signed in to the browser, can give it another account. */
  keepsAccount: boolean;
}

/**
 * Begins a sign-in. `signInUrl` is the provider's address. `state` identifies the sign-in for ten minutes (decisions D28).
 *
 * @throws ApiError `CONFLICT` when there is no client, or the provider's discovery document cannot be read
 */
export async function beginSignIn(
  parts: ConnectParts,
  wanted: WantedSignIn,
): Promise<{ signInUrl: string; state: string }> {
  const { companyId, authenticationId, application, method } = wanted;
  const provider = await findProvider(parts, wanted);
  const client = await obtainClient(parts, { companyId, authenticationId, application, method, provider });
  refuseOtherHosts(provider, client);
  const backTo = client.registration?.redirectUri ?? redirectUri(parts.config.baseUrl);
  const { environments, applicationId } = application;
  const toolServers = await loadToolServers(parts.db.kysely, applicationId);
  const origins = listOrigins({ environments, toolServers }, method, wanted.environment, wanted.fields);
  const state = createToken();
  const stateHash = hashToken(state);
  const chosen = chooseScopes(method, client, provider);
  const scopes = [
    ...new Set([...chosen, ...(wanted.scopes ?? []), ...(provider.method.requiredScopes ?? [])]),
  ];
  const codeVerifier = oauth.generateRandomCodeVerifier();
  const nonce = provider.issuer !== null && scopes.includes("openid") ? createToken() : null;
  const { clientId } = client;
  const secrets = { codeVerifier, nonce, origins, scopes, redirectUri: backTo, clientId };
  wanted.returnUrl?.searchParams.set("state", state);
  await insertSignIn(parts.db.kysely, {
    ...wanted,
    returnUrl: wanted.returnUrl?.href ?? null,
    stateHash,
    applicationId,
    sealedSecrets: await sealSignIn(parts.vault, companyId, stateHash, secrets),
    minutes: signInMinutes,
  });
  const fields = { ...defaultValues(method), ...wanted.fields };
  return { signInUrl: await buildSignInUrl(provider, client, fields, secrets, state), state };
}

/** Builds the address of the provider's sign-in page. */
async function buildSignInUrl(
  { authorizationUrl, method: facts }: Provider,
  { clientId }: OAuthClient,
  fields: Readonly<Record<string, string>>,
  { codeVerifier, nonce, scopes, redirectUri: backTo }: Required<PendingSecrets>,
  state: string,
): Promise<string> {
  const url = new URL(authorizationUrl ?? "");
  const parameters: Record<string, string> = {
    response_type: "code",
    [facts.clientIdParameter ?? "client_id"]: clientId,
    redirect_uri: backTo,
    ...fillParameters(facts.authorizationParameters, fields),
    ...(scopes.length > 0 && {
      [facts.scopeParameter ?? "scope"]: scopes.join(facts.scopeSeparator ?? " "),
    }),
    ...(facts.pkce !== false && {
      code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: "S256",
    }),
    ...(nonce !== null && { nonce }),
    state,
  };
  for (const [name, value] of Object.entries(parameters)) {
    url.searchParams.set(name, value);
  }
  return url.href;
}

/** @throws ApiError `CONFLICT` when there is no client, and none could be registered */
async function obtainClient({ clients }: ConnectParts, wanted: WantedClient): Promise<OAuthClient> {
  const missing = (reason = "") =>
    noClient(wanted.application.slug, wanted.authenticationId, wanted.method.name, reason);
  try {
    const client = await clients.obtain(wanted);
    if (client === null) {
      throw missing();
    }
    return client;
  } catch (error) {
    throw error instanceof ProviderError ? missing(` None was registered: ${error.message}`) : error;
  }
}

/** What a sign-in asks for when its client names no scopes. */
export const listDefaultScopes = ({ scopes, oauth2 }: CatalogAuthentication): readonly string[] =>
  oauth2?.defaultScopes ?? scopes;

/** Returns the client's scopes, else the default scopes of the provider's data, else all scopes of the description. */
export function chooseScopes(
  method: CatalogAuthentication,
  client: OAuthClient,
  provider: Provider,
): readonly string[] {
  const chosen = client.scopes ?? listDefaultScopes(method);
  // An OpenID Connect provider requires this scope.
  return chosen.length === 0 && provider.isOpenIdProvider ? ["openid"] : chosen;
}

/** @throws ApiError `CONFLICT` when a token endpoint has a host that the client may not be sent to (decisions D74) */
function refuseOtherHosts(provider: Provider, client: OAuthClient): void {
  try {
    checkClientHosts(provider, client);
  } catch (error) {
    throw error instanceof ProviderError ? new ApiError("CONFLICT", error.message) : error;
  }
}

async function findProvider(parts: ConnectParts, wanted: WantedSignIn): Promise<Provider> {
  const { method, environment, fields } = wanted;
  const filled = { ...defaultValues(method), ...fields };
  const resolve = () => resolveProvider(parts, method.oauth2 ?? {}, environment, filled);
  try {
    let provider = await resolve();
    if (provider.discovered !== null && contradictsNote(wanted, provider)) {
      // Another server may have stored what it read later than this one.
      await parts.discover(provider.discovered.url, true);
      provider = await resolve();
    }
    if (provider.authorizationUrl !== null) {
      return provider;
    }
    throw new ProviderError("unreadable", "The application does not say where to sign in.");
  } catch (error) {
    throw error instanceof ProviderError ? new ApiError("CONFLICT", error.message) : error;
  }
}
