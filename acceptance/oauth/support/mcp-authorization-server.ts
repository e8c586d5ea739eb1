import type { IncomingMessage, ServerResponse } from "node:http";
import { type Adapter, errors, Provider } from "oidc-provider";
import { plantSecret } from "../../support/secrets.ts";
import type { ClientCredentials } from "./emulated-providers.ts";
import { listenOnLoopback, readBody, sendJson } from "./loopback-server.ts";
import { serveProviderPage } from "./provider-pages.ts";
import type { TokenCall } from "./strict-provider.ts";

/** An oidc-provider that issues tokens for MCP servers: resource indicators, rotation, registration of clients. */
export interface McpAuthorizationServer {
  issuer: string;
  /** The client that was registered by hand. */
  client: ClientCredentials;
  /** The scopes of each resource that it issues tokens for, by its address. */
  resources: Map<string, string[]>;
  tokenCalls: (TokenCall & { resource: string | null })[];
  /** Bodies of registration requests, oldest first. */
  registrations: Record<string, unknown>[];
  /** Refuses registrations with this description. Null: it registers. */
  registrationRefusal: string | null;
  /** The next tokens are for this audience, whatever was asked for. Null: for the resource asked for. */
  audience: string | null;
  /** Null: unknown or expired. */
  findToken(
    token: string,
  ): Promise<{ clientId: string; scopes: string[]; expiresAt: number; audience: string } | null>;
  /** Ends all access tokens. Refresh tokens stay valid. */
  endAccessTokens(): Promise<void>;
  /** Ends everything that persons granted. */
  endGrants(): Promise<void>;
  /** Forgets the clients that it registered, as a server does that keeps them in memory. */
  forgetClients(): Promise<void>;
  /** Whether a refresh token can still be redeemed. */
  isRedeemable(refreshToken: string): Promise<boolean>;
  stop(): Promise<void>;
}

export interface McpAuthorizationOptions {
  /** Of the client that was registered by hand. */
  redirectUri: string;
  /** Offers dynamic client registration. Default: false. */
  registers?: boolean;
  /** Sends its issuer in every redirect, and says so (RFC 9207). Default: true. */
  namesItself?: boolean;
  /** How clients may authenticate. Default: all of the provider's. */
  clientAuthentications?: ("none" | "client_secret_post" | "client_secret_basic")[];
}

export async function startMcpAuthorizationServer(
  options: McpAuthorizationOptions,
): Promise<McpAuthorizationServer> {
  let handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  const server = await listenOnLoopback((request, response) => handle(request, response));
  const client = { clientId: "bowline-at-notes", clientSecret: plantSecret("client") };
  const resources = new Map<string, string[]>();
  const authority: McpAuthorizationServer = {
    issuer: server.origin,
    client,
    resources,
    tokenCalls: [],
    registrations: [],
    registrationRefusal: null,
    audience: null,
    async findToken(token) {
      const found = await provider.AccessToken.find(token);
      return found === undefined
        ? null
        : {
            clientId: found.clientId ?? "",
            scopes: [...found.scopes],
            expiresAt: found.exp ?? 0,
            audience: String(found.aud),
          };
    },
    endAccessTokens: () => end(accessTokens, (id) => provider.AccessToken.find(id)),
    endGrants: () => end(grants, (id) => provider.Grant.find(id)),
    async forgetClients() {
      // Its types do not have it.
      const { adapter } = provider.Client as unknown as { adapter: Adapter };
      for (const clientId of registered.splice(0)) {
        await adapter.destroy(clientId);
      }
    },
    isRedeemable: async (token) => {
      const found = await provider.RefreshToken.find(token);
      return found !== undefined && found.consumed === undefined;
    },
    stop: server.stop,
  };
  const provider = createProvider(authority, options);
  const registered: string[] = [];
  provider.on("registration_create.success", (_context, { clientId }) => void registered.push(clientId));
  const accessTokens = new Set<string>();
  const grants = new Set<string>();
  provider.on("access_token.saved", ({ jti, grantId }) => {
    accessTokens.add(jti);
    grants.add(grantId ?? "");
  });
  const ask = provider.callback();
  handle = async (request, response) => {
    const path = new URL(request.url ?? "/", server.origin).pathname;
    if (path.startsWith("/interaction/")) {
      return serveProviderPage(provider, request, response);
    }
    if (path === "/token") {
      await recordTokenCall(authority, request, response);
    }
    if (path === "/reg") {
      await recordRegistration(authority, request);
      if (authority.registrationRefusal !== null) {
        const body = { error: "access_denied", error_description: authority.registrationRefusal };
        return sendJson(response, 400, body);
      }
    }
    if (options.namesItself === false) {
      leaveOutIssuer(response);
    }
    await ask(request, response);
  };
  return authority;
}

async function end(
  ids: Set<string>,
  find: (id: string) => Promise<{ destroy(): Promise<unknown> } | undefined>,
): Promise<void> {
  for (const id of ids) {
    const found = await find(id);
    await found?.destroy();
  }
  ids.clear();
}

function createProvider(
  authority: McpAuthorizationServer,
  { redirectUri, registers = false, namesItself = true, clientAuthentications }: McpAuthorizationOptions,
): Provider {
  const provider = new Provider(authority.issuer, {
    clients: [
      {
        client_id: authority.client.clientId,
        client_secret: authority.client.clientSecret,
        token_endpoint_auth_method: "client_secret_post",
        redirect_uris: [redirectUri],
        response_types: ["code"],
        grant_types: ["authorization_code", "refresh_token"],
      },
    ],
    ...(clientAuthentications && { clientAuthMethods: clientAuthentications }),
    scopes: ["openid", "offline_access"],
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true },
      registration: { enabled: registers },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => [],
        useGrantedResource: () => true,
        getResourceServerInfo: (_context, resource) => {
          const scopes = authority.resources.get(resource);
          if (scopes === undefined) {
            throw new errors.InvalidTarget();
          }
          return {
            scope: scopes.join(" "),
            audience: authority.audience ?? resource,
            accessTokenFormat: "opaque",
            accessTokenTTL: 3600,
          };
        },
      },
    },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    pkce: { required: () => true },
    rotateRefreshToken: true,
    responseTypes: ["code"],
    cookies: { keys: ["not a secret: the provider lives as long as its test"] },
    ttl: { RefreshToken: 3600, IdToken: 3600, Grant: 3600, Session: 3600, Interaction: 600 },
    findAccount: (_context, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    ...(!namesItself && {
      discovery: { authorization_response_iss_parameter_supported: undefined },
    }),
  });
  // Without a listener it would log refusals; the tests check the responses.
  provider.on("server_error", () => {});
  return provider;
}

/** oidc-provider sends `iss` in every redirect, but many other servers send none. */
function leaveOutIssuer(response: ServerResponse): void {
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) => {
    const isRedirect = name.toLowerCase() === "location" && URL.canParse(String(value));
    const url = isRedirect ? new URL(String(value)) : null;
    url?.searchParams.delete("iss");
    return setHeader(name, url?.href ?? value);
  };
}

async function recordTokenCall(
  authority: McpAuthorizationServer,
  request: IncomingMessage & { body?: unknown },
  response: ServerResponse,
): Promise<void> {
  const sent = new URLSearchParams(await readBody(request));
  // oidc-provider accepts a body that was already read.
  request.body = Object.fromEntries(sent);
  const call = {
    grantType: sent.get("grant_type") ?? "",
    refreshToken: sent.get("refresh_token"),
    resource: sent.get("resource"),
    status: 0,
  };
  authority.tokenCalls.push(call);
  response.on("finish", () => {
    call.status = response.statusCode;
  });
}

async function recordRegistration(
  authority: McpAuthorizationServer,
  request: IncomingMessage & { body?: unknown },
): Promise<void> {
  const body = JSON.parse((await readBody(request)) || "{}") as Record<string, unknown>;
  request.body = body;
  authority.registrations.push(body);
}
