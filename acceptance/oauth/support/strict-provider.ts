import type { IncomingMessage, ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { Provider } from "oidc-provider";
import type { JsonObject } from "../../support/records.ts";
import { plantSecret } from "../../support/secrets.ts";
import { describeApi, operation } from "./documents/operation.ts";
import type { ClientCredentials } from "./emulated-providers.ts";
import { listenOnLoopback, readBody, sendJson } from "./loopback-server.ts";
import { serveProviderPage } from "./provider-pages.ts";

/** One call at the token endpoint. */
export interface TokenCall {
  grantType: string;
  refreshToken: string | null;
  status: number;
}

/**
 * A provider that follows the standards strictly (oidc-provider): PKCE is required, refresh tokens rotate, and a second
 * use of one revokes its whole grant (RFC 9700 §4.14.2).
 */
export interface StrictProvider {
  origin: string;
  client: ClientCredentials;
  /** OpenAPI description of the API behind it. `whoami` returns the token's account. */
  document: JsonObject;
  tokenCalls: TokenCall[];
  revocations: number;
  /** Delay of each call at the revocation endpoint. */
  revocationDelayMs: number;
  /** How many grants have tokens that are good. Revoking a token ends its grant. */
  countGrants(): Promise<number>;
  /** Calls of the API with an invalid or expired token. */
  refusedCalls: number;
  /** Delay of each call at the token endpoint. */
  tokenDelayMs: number;
  /** Lifetime of access tokens issued from now on. */
  lifetimeSeconds: number;
  /** Called after tokens are stored and before the response is sent. */
  onGrant: (() => void) | null;
  /** Revokes all grants: the next refresh is `invalid_grant`. */
  endGrants(): Promise<void>;
  stop(): Promise<void>;
}

export interface StrictProviderOptions {
  redirectUri: string;
  /** Lifetime of its first access tokens, in seconds. Default: 3600. */
  lifetimeSeconds?: number;
  /** Grants tokens to the client itself instead of a person. */
  isForMachines?: boolean;
  /** The e-mail address is given by the userinfo endpoint and not in the id token. Default: false. */
  isEmailInUserinfo?: boolean;
  /** The client's secret. Default: a new one. */
  clientSecret?: string;
  /** The port to listen on. Default: any. */
  port?: number;
}

export async function startStrictProvider(options: StrictProviderOptions): Promise<StrictProvider> {
  const client = {
    clientId: "bowline-at-strict",
    clientSecret: options.clientSecret ?? plantSecret("client"),
  };
  let handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  const server = await listenOnLoopback((request, response) => handle(request, response), options.port);
  const provider = createProvider(server.origin, client, options, () => state.lifetimeSeconds);
  const grants = new Set<string>();
  provider.on("grant.success", (context) => {
    const grantId = context.oidc.entities.Grant?.jti;
    if (grantId !== undefined) {
      grants.add(grantId);
    }
    state.onGrant?.();
  });
  const state: Omit<StrictProvider, "stop"> = {
    origin: server.origin,
    lifetimeSeconds: options.lifetimeSeconds ?? 3600,
    client,
    document: options.isForMachines ? describeMachineApi(server.origin) : describeStrictApi(server.origin),
    tokenCalls: [],
    revocations: 0,
    revocationDelayMs: 0,
    refusedCalls: 0,
    tokenDelayMs: 0,
    onGrant: null,
    countGrants: async () => {
      const found = await Promise.all([...grants].map((grantId) => provider.Grant.find(grantId)));
      return found.filter((grant) => grant !== undefined).length;
    },
    endGrants: async () => {
      for (const grantId of grants) {
        await provider.Grant.find(grantId).then((grant) => grant?.destroy());
      }
    },
  };
  const ask = provider.callback();
  handle = async (request, response) => {
    const path = new URL(request.url ?? "/", server.origin).pathname;
    if (path.startsWith("/interaction/")) {
      return serveProviderPage(provider, request, response);
    }
    if (path === "/api/whoami") {
      return serveWhoami(provider, request, response, state);
    }
    if (path === "/token") {
      await recordTokenCall(request, response, state);
    }
    if (path === "/token/revocation") {
      state.revocations++;
      await delay(state.revocationDelayMs);
    }
    await ask(request, response);
  };
  return Object.assign(state, { stop: server.stop });
}

function createProvider(
  origin: string,
  client: ClientCredentials,
  { isForMachines = false, redirectUri, isEmailInUserinfo = false }: StrictProviderOptions,
  lifetimeSeconds: () => number,
): Provider {
  const provider = new Provider(origin, {
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret,
        token_endpoint_auth_method: "client_secret_post",
        redirect_uris: isForMachines ? [] : [redirectUri],
        response_types: isForMachines ? [] : ["code"],
        grant_types: isForMachines ? ["client_credentials"] : ["authorization_code", "refresh_token"],
      },
    ],
    scopes: ["openid", "offline_access", "email", "items:read"],
    claims: { openid: ["sub"], email: ["email", "email_verified"] },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      revocation: { enabled: true },
    },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    pkce: { required: () => true },
    rotateRefreshToken: true,
    responseTypes: ["code"],
    conformIdTokenClaims: isEmailInUserinfo,
    ttl: {
      AccessToken: lifetimeSeconds,
      ClientCredentials: lifetimeSeconds,
      RefreshToken: 3600,
      IdToken: 3600,
      Grant: 3600,
      Session: 3600,
      Interaction: 600,
    },
    cookies: { keys: ["not a secret: the provider lives as long as its test"] },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({
        sub: accountId,
        email: `${accountId}@example.com`,
        email_verified: !accountId.startsWith("unverified"),
      }),
    }),
  });
  // Without a listener it would log refusals; the tests check the responses.
  provider.on("server_error", () => {});
  return provider;
}

async function serveWhoami(
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
  state: Pick<StrictProvider, "refusedCalls">,
): Promise<void> {
  const token = (request.headers.authorization ?? "").replace(/^Bearer /, "");
  const found = (await provider.AccessToken.find(token)) ?? (await provider.ClientCredentials.find(token));
  if (found) {
    return sendJson(response, 200, { account: "accountId" in found ? found.accountId : found.clientId });
  }
  state.refusedCalls++;
  response.setHeader("www-authenticate", 'Bearer error="invalid_token"');
  sendJson(response, 401, { message: "The token has expired." });
}

async function recordTokenCall(
  request: IncomingMessage & { body?: unknown },
  response: ServerResponse,
  state: Pick<StrictProvider, "tokenCalls" | "tokenDelayMs">,
): Promise<void> {
  const sent = new URLSearchParams(await readBody(request));
  // oidc-provider accepts a body that was already read.
  request.body = Object.fromEntries(sent);
  const call: TokenCall = {
    grantType: sent.get("grant_type") ?? "",
    refreshToken: sent.get("refresh_token"),
    status: 0,
  };
  state.tokenCalls.push(call);
  response.on("finish", () => {
    call.status = response.statusCode;
  });
  await new Promise((resolve) => setTimeout(resolve, state.tokenDelayMs));
}

function describeStrictApi(origin: string): JsonObject {
  const scopes = ["openid", "offline_access", "email"];
  return describeApi({
    title: "Strict",
    origin,
    signIn: "discovery",
    scopes,
    facts: { defaultScopes: scopes, authorizationParameters: { prompt: "consent" } },
    paths: { "/api/whoami": { get: operation("whoami", "Read the token's account") } },
  });
}

function describeMachineApi(origin: string): JsonObject {
  return {
    openapi: "3.1.0",
    info: { title: "Machine", version: "1.0.0" },
    servers: [{ url: origin }],
    security: [{ machine: [] }],
    paths: { "/api/whoami": { get: operation("whoami", "Read the token's account") } },
    components: {
      securitySchemes: {
        machine: {
          type: "oauth2",
          flows: { clientCredentials: { tokenUrl: `${origin}/token`, scopes: {} } },
        },
      },
    },
  };
}
