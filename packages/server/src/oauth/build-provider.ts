import type { Kysely } from "kysely";
import type { Configuration, KoaContextWithOIDC } from "oidc-provider";
import type { AccessTokens } from "../access-tokens/access-tokens.ts";
import { readResource } from "../access-tokens/resources.ts";
import type { SigningKey } from "../access-tokens/signing-keys.ts";
import { buildPath } from "../build-path.ts";
import { loadMember } from "../db/people/members.ts";
import type { Schema } from "../db/schema.ts";
import type { Egress } from "../egress/egress.ts";
import { hashClientSecret } from "../identity/client-secret.ts";
import type { Logger } from "../log/logger.ts";
import type { Vault } from "../vault/vault.ts";
import { buildAdapter } from "./artefact-adapter.ts";
import { openEgressFetch } from "./egress-fetch.ts";
import { errors, Provider } from "./library.ts";
import type { StrangerLimits } from "./limit-registrations.ts";
import {
  dropRefusedRedirects,
  findRedirectFault,
  type LooseMetadata,
  normalizeClient,
} from "./normalize-client.ts";
import { buildPromptPolicy } from "./prompt-policy.ts";
import { openRedemptions, type Redemptions } from "./redemptions.ts";
import { markOpenResource, markRequest } from "./request-marks.ts";
import { chooseDefaultScope, knownScopes, resourceScopes } from "./scopes.ts";
import { buildUntrustedRedirects, type UntrustedRedirects } from "./untrusted-redirects.ts";
import { buildUserCodeLimit } from "./user-code-limit.ts";
import { buildUserCodePages, type RenderPage } from "./user-code-pages.ts";

const minute = 60;
const day = 24 * 60 * minute;
/** Seconds (decisions D57). */
export const lifetimes = {
  accessToken: 10 * minute,
  authorizationCode: minute,
  interaction: 30 * minute,
  deviceCode: 10 * minute,
  refreshIdle: 30 * day,
  refreshAtMost: 180 * day,
};

/** The parts of the server that the authorization server uses. */
export interface ProviderParts {
  db: Kysely<Schema>;
  /** The issuer (decisions D56). */
  baseUrl: string;
  accessTokens: AccessTokens;
  egress: Egress;
  vault: Vault;
  log: Logger;
  renderPage: RenderPage;
  limits: StrangerLimits;
}

/** Where the library's endpoints are, beyond the base address (decisions D56). */
export const routes = {
  authorization: "/oauth/authorize",
  token: "/oauth/token",
  registration: "/oauth/register",
  revocation: "/oauth/revoke",
  introspection: "/oauth/introspect",
  jwks: "/oauth/jwks",
  device_authorization: "/oauth/device_authorization",
  code_verification: "/oauth/device",
} as const;

/** Builds the authorization server. @param keys the one that signs comes first */
export function buildProvider(parts: ProviderParts, keys: readonly SigningKey[]): Provider {
  const redemptions = openRedemptions(parts.db);
  const redirects = buildUntrustedRedirects(parts);
  const provider = new Provider(parts.baseUrl, buildConfiguration(parts, keys, redemptions, redirects));
  // `serve-oauth.ts` replaces the headers that this trusts by those of the base address.
  provider.proxy = true;
  provider.Client.prototype.compareClientSecret = function compareClientSecret(secret: string) {
    return hashClientSecret(secret) === this.clientSecret;
  };
  provider.use(async (ctx, next) => {
    if (!(await redemptions.track(ctx, next))) {
      ctx.status = 400;
      ctx.body = { error: "invalid_grant", error_description: "grant request is invalid" };
    }
  });
  provider.use(buildUserCodeLimit(parts));
  provider.use(redirects.guard);
  provider.on("authorization.error", redirects.note);
  provider.on("registration_create.success", (_ctx, client) =>
    parts.log.info({ clientId: client.clientId }, "a client registered itself"),
  );
  provider.on("grant.revoked", (ctx) =>
    parts.log.info(
      { clientId: ctx.oidc.client?.clientId, endpoint: ctx.oidc.route },
      ctx.oidc.route === "revocation"
        ? "a client ended its grant"
        : "a grant was ended, since its code or refresh token came again",
    ),
  );
  // Without a listener the framework prints to the process's output.
  (provider as NodeJS.EventEmitter).on("error", (err) =>
    parts.log.warn({ err }, "a response of the authorization server failed"),
  );
  provider.on("server_error", (ctx, err) => {
    parts.log.error({ err, endpoint: ctx.oidc?.route }, "the authorization server failed unexpectedly");
  });
  return provider;
}

function buildConfiguration(
  parts: ProviderParts,
  keys: readonly SigningKey[],
  redemptions: Redemptions,
  redirects: UntrustedRedirects,
): Configuration {
  const { db, baseUrl, accessTokens } = parts;
  return {
    adapter: (model: string) => buildAdapter(model, { db, accessTokens, redemptions, vault: parts.vault }),
    jwks: { keys: keys.map(({ privateJwk }) => privateJwk) as never },
    cookies: {
      keys: keys.map(({ cookieSecret }) => cookieSecret),
      short: { httpOnly: true, sameSite: "lax", signed: true },
      long: { httpOnly: true, sameSite: "lax", signed: true },
    },
    routes,
    scopes: [...knownScopes],
    claims: { openid: ["sub"] },
    responseTypes: ["code"],
    clientAuthMethods: ["none", "client_secret_basic", "client_secret_post"],
    clientDefaults: {
      id_token_signed_response_alg: "ES256",
      grant_types: ["authorization_code", "refresh_token"],
    },
    enabledJWA: { idTokenSigningAlgValues: ["ES256"] },
    pkce: { required: () => true },
    rotateRefreshToken: checkRefreshedResource,
    revokeGrantPolicy: () => true,
    expiresWithSession: () => false,
    issueRefreshToken: (_ctx, client) => client.grantTypeAllowed("refresh_token"),
    clientBasedCORS: () => true,
    extraTokenClaims: (_ctx, token) => ("grantId" in token ? { grant: token.grantId } : undefined),
    extraClientMetadata: {
      // A name that no client uses: the validator runs for every client before the library's own checks.
      properties: ["bowline_normalized"],
      validator: (ctx, _name, _value, metadata) => prepareClient(ctx, metadata as LooseMetadata),
    },
    async findAccount(_ctx, accountId) {
      const member = await loadMember(db, Number(accountId));
      return member === null ? undefined : { accountId, claims: () => ({ sub: accountId }) };
    },
    loadExistingGrant(ctx) {
      const grantId = ctx.oidc.result?.consent?.grantId;
      return grantId === undefined ? undefined : ctx.oidc.provider.Grant.find(grantId);
    },
    extraParams: markRequest,
    interactions: {
      policy: buildPromptPolicy() as never,
      url: (_ctx, interaction) => buildPath(baseUrl, `/oauth/interaction/${interaction.uid}`),
    },
    fetch: openEgressFetch(parts.egress) as never,
    features: buildFeatures(baseUrl, parts.renderPage),
    ttl: {
      AccessToken: lifetimes.accessToken,
      ClientCredentials: lifetimes.accessToken,
      AuthorizationCode: lifetimes.authorizationCode,
      DeviceCode: lifetimes.deviceCode,
      Grant: lifetimes.refreshAtMost,
      Interaction: lifetimes.interaction,
      Session: lifetimes.interaction,
      IdToken: lifetimes.accessToken,
      RefreshToken: (_ctx, token) => {
        const ageSeconds = Math.floor(Date.now() / 1000) - (token.iiat ?? Math.floor(Date.now() / 1000));
        return Math.max(1, Math.min(lifetimes.refreshIdle, lifetimes.refreshAtMost - ageSeconds));
      },
    },
    async renderError(ctx, { error, error_description: reason }) {
      redirects.forget(ctx);
      const fault = findRedirectFault(String(ctx.oidc.params?.redirect_uri));
      const told = error === "invalid_redirect_uri" && fault !== null ? `redirect_uri ${fault}` : reason;
      const text = `${describeRemedy(error)} (${error}${told === undefined ? "" : `: ${told}`})`;
      const { html, headers } = await parts.renderPage("The program's request cannot be used", text, "");
      ctx.set(headers);
      ctx.type = "html";
      ctx.body = html;
    },
  };
}

/** The library uses a refresh token up before it looks at the resource: one that the grant does not have would cost the client its grant. */
function checkRefreshedResource({ oidc }: KoaContextWithOIDC): true {
  const asked = [oidc.params?.resource ?? []].flat();
  const granted = [oidc.entities.RefreshToken?.resource ?? []].flat();
  if (asked.length > 1 || asked.some((one) => one !== "" && !granted.includes(String(one)))) {
    throw new errors.InvalidTarget("the grant is for another resource");
  }
  return true;
}

/** What a person can do about an error that cannot be sent to the program. */
function describeRemedy(error: string): string {
  switch (error) {
    case "invalid_client":
      return "This server does not know the program, or no longer does. Remove Bowline in the program, and add it there again.";
    case "invalid_redirect_uri":
      return "The program wants you to be sent to an address that this server refuses. Remove Bowline in the program, and add it there again.";
    case "server_error":
      return "The server failed. Try again in a moment.";
    default:
      return "Start again in the program. If that does not help, its maker can tell what is wrong.";
  }
}

function prepareClient(ctx: unknown, metadata: LooseMetadata): void {
  const isDocument = String(metadata.client_id).startsWith("https://");
  // Only a registration has a context; what is stored was checked when it was registered, by the rules of that time.
  if (ctx !== undefined || isDocument) {
    normalizeClient(metadata, isDocument);
  } else {
    dropRefusedRedirects(metadata);
  }
}

function buildFeatures(baseUrl: string, renderPage: RenderPage): Configuration["features"] {
  return {
    devInteractions: { enabled: false },
    userinfo: { enabled: false },
    rpInitiatedLogout: { enabled: false },
    dPoP: { enabled: false },
    pushedAuthorizationRequests: { enabled: false },
    claimsParameter: { enabled: false },
    clientCredentials: { enabled: true },
    registration: { enabled: true, issueRegistrationAccessToken: false },
    revocation: { enabled: true, allowedPolicy: isOwnToken },
    introspection: { enabled: true, allowedPolicy: isOwnToken },
    deviceFlow: { enabled: true, ...buildUserCodePages(renderPage) },
    clientIdMetadataDocument: { enabled: true, ack: "draft-02" },
    resourceIndicators: {
      enabled: true,
      defaultResource: (ctx) => {
        markOpenResource(ctx);
        return `${baseUrl}/v1`;
      },
      useGrantedResource: () => true,
      getResourceServerInfo: (ctx, address, client) => {
        if (Array.isArray(ctx.oidc.params?.resource) && ctx.oidc.params.resource.length > 1) {
          throw new errors.InvalidTarget("a request may name one resource");
        }
        const resource = readResource(baseUrl, address);
        if (resource === null) {
          throw new errors.InvalidTarget(`the resource must be ${baseUrl}/v1 or below ${baseUrl}/mcp`);
        }
        addDefaultScope(ctx, client.scope);
        return {
          scope: resourceScopes,
          audience: resource.url,
          accessTokenFormat: "jwt",
          accessTokenTTL: lifetimes.accessToken,
          jwt: { sign: { alg: "ES256" } },
        };
      },
    },
  } as Configuration["features"];
}

const isOwnToken = (_ctx: unknown, client: { clientId: string }, token: { clientId?: string }): boolean =>
  token.clientId === client.clientId;

/**
 * A request without a scope would be refused, or give a token that may do nothing (decisions D58). One for a person that names only
 * unknown scopes counts as such: they are dropped (decisions D59a).
 */
function addDefaultScope(ctx: KoaContextWithOIDC, clientScope: string | undefined): void {
  const { params, route } = ctx.oidc;
  if (params === undefined || (route === "token" && params.grant_type !== "client_credentials")) {
    return;
  }
  const asked = typeof params.scope === "string" ? params.scope.split(" ") : [];
  if (!params.scope || (route !== "token" && !asked.some((scope) => knownScopes.has(scope)))) {
    params.scope = chooseDefaultScope(clientScope);
  }
}
