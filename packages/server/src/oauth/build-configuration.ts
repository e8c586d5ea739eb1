import type { JWTPayload } from "jose";
import type { Configuration } from "oidc-provider";
import type { SigningKey } from "../access-tokens/signing-keys.ts";
import { buildPath } from "../build-path.ts";
import { loadMember } from "../db/people/members.ts";
import { buildAdapter } from "./build-adapter.ts";
import { buildFeatures } from "./build-features.ts";
import { openEgressFetch } from "./egress-fetch.ts";
import { lifetimes } from "./lifetimes.ts";
import { buildMarks } from "./mark-request.ts";
import { dropRefusedRedirects, freeScope, type LooseMetadata, normalizeClient } from "./normalize-client.ts";
import { buildPromptPolicy } from "./prompt-policy.ts";
import type { ProviderParts } from "./provider-parts.ts";
import type { Redemptions } from "./redemptions.ts";
import { knownScopes } from "./scopes.ts";
import { showRequestError } from "./show-request-error.ts";
import type { UntrustedRedirects } from "./untrusted-redirects.ts";

/** Where the library's endpoints are, beyond the base address (decisions D56). */
const routes = {
  authorization: "/oauth/authorize",
  token: "/oauth/token",
  registration: "/oauth/register",
  revocation: "/oauth/revoke",
  introspection: "/oauth/introspect",
  jwks: "/oauth/jwks",
  device_authorization: "/oauth/device_authorization",
  code_verification: "/oauth/device",
} as const;

export function buildConfiguration(
  parts: ProviderParts,
  keys: readonly SigningKey[],
  redemptions: Redemptions,
  redirects: UntrustedRedirects,
): Configuration {
  return {
    ...protocol,
    ...buildPersonSteps(parts),
    adapter: (model: string) => buildAdapter(model, { ...parts, redemptions }),
    jwks: { keys: keys.map(({ privateJwk }) => privateJwk) as never },
    cookies: {
      keys: keys.map(({ cookieSecret }) => cookieSecret),
      short: { httpOnly: true, sameSite: "lax", signed: true },
      long: { httpOnly: true, sameSite: "lax", signed: true },
    },
    fetch: openEgressFetch(parts.egress) as never,
    features: buildFeatures(parts),
    extraParams: buildMarks(parts.db),
    formats: { customizers: { jwt: (_ctx, _token, jwt) => setTime(jwt, parts.clock) } },
    renderError(ctx, out) {
      redirects.forget(ctx);
      return showRequestError(ctx, parts.renderPage, out);
    },
  };
}

const clientAuthMethods = ["none", "client_secret_basic", "client_secret_post"] as const;

/** What holds for every server and client. */
const protocol: Configuration = {
  routes,
  ttl: lifetimes,
  scopes: [...knownScopes],
  claims: { openid: ["sub"] },
  responseTypes: ["code"],
  clientAuthMethods: [...clientAuthMethods],
  // Without them clients would have to suppose client_secret_basic alone (RFC 8414 §2).
  discovery: {
    revocation_endpoint_auth_methods_supported: clientAuthMethods,
    introspection_endpoint_auth_methods_supported: clientAuthMethods,
  },
  clientDefaults: {
    id_token_signed_response_alg: "ES256",
    grant_types: ["authorization_code", "refresh_token"],
  },
  enabledJWA: { idTokenSigningAlgValues: ["ES256"] },
  pkce: { required: () => true },
  rotateRefreshToken: true,
  revokeGrantPolicy: () => true,
  expiresWithSession: () => false,
  issueRefreshToken: (_ctx, client) => client.grantTypeAllowed("refresh_token"),
  clientBasedCORS: () => true,
  extraTokenClaims: (_ctx, token) => ("grantId" in token ? { grant: token.grantId } : undefined),
  extraClientMetadata: {
    // The validator runs for every client before the library's own checks.
    properties: ["bowline_default_scope"],
    validator: (ctx, _name, _value, metadata) => prepareClient(ctx, metadata as LooseMetadata),
  },
};

/** How a request comes to its person, and what the library learns of the decision. */
const buildPersonSteps = ({ db, baseUrl }: Pick<ProviderParts, "db" | "baseUrl">): Configuration => ({
  interactions: {
    policy: buildPromptPolicy() as never,
    url: (_ctx, { uid }) => buildPath(baseUrl, `/oauth/interaction/${uid}`),
  },
  async findAccount(_ctx, accountId) {
    const member = await loadMember(db, Number(accountId));
    return member === null ? undefined : { accountId, role: member.role, claims: () => ({ sub: accountId }) };
  },
  loadExistingGrant(ctx) {
    const grantId = ctx.oidc.result?.consent?.grantId;
    return grantId === undefined ? undefined : ctx.oidc.provider.Grant.find(grantId);
  },
});

/** The library has the clock of this machine, and a server with another clock may verify the token. */
function setTime({ payload }: { payload: JWTPayload }, clock: () => number): void {
  const { iat, exp } = payload;
  if (typeof iat === "number" && typeof exp === "number") {
    payload.iat = Math.floor(clock() / 1000);
    payload.exp = payload.iat + exp - iat;
  }
}

function prepareClient(ctx: unknown, metadata: LooseMetadata): void {
  const isDocument = /^https:/i.test(String(metadata.client_id));
  // Only a registration has a context; what is stored was checked when it was registered, by the rules of that time.
  if (ctx !== undefined || isDocument) {
    normalizeClient(metadata, isDocument);
  } else {
    dropRefusedRedirects(metadata);
  }
  if (ctx === undefined || isDocument) {
    freeScope(metadata);
  }
}
