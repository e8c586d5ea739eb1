import type { IncomingMessage } from "node:http";
import { operationScopes } from "@bowline/contract";
import type { Configuration, KoaContextWithOIDC } from "oidc-provider";
import { chooseMemberScopes } from "../access-tokens/member-scopes.ts";
import { readResource } from "../access-tokens/resources.ts";
import { errors } from "./library.ts";
import { accessTokenSeconds } from "./lifetimes.ts";
import { countDocument, type StrangerLimits } from "./limit-registrations.ts";
import { markOpenResource } from "./mark-request.ts";
import type { ProviderParts } from "./provider-parts.ts";
import { chooseDefaultScope, knownScopes } from "./scopes.ts";
import { buildDeviceInfo } from "./stranger-network.ts";
import { buildUserCodePages } from "./user-code-pages.ts";

export function buildFeatures({
  baseUrl,
  limits,
  renderPage,
}: Pick<ProviderParts, "baseUrl" | "limits" | "renderPage">): Configuration["features"] {
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
    deviceFlow: { enabled: true, deviceInfo: buildDeviceInfo(limits), ...buildUserCodePages(renderPage) },
    clientIdMetadataDocument: {
      enabled: true,
      ack: "draft-02",
      allowFetch: ({ req }: KoaContextWithOIDC) => checkDocumentRate(limits, req),
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: (ctx) => {
        markOpenResource(ctx);
        return `${baseUrl}/v1`;
      },
      useGrantedResource: () => true,
      getResourceServerInfo: (ctx, address, client) => {
        const audience = checkResource(ctx, baseUrl, address);
        addDefaultScope(ctx, client.scope ?? client.bowline_default_scope);
        return {
          scope: chooseResourceScopes(ctx),
          audience,
          accessTokenFormat: "jwt",
          accessTokenTTL: accessTokenSeconds,
          jwt: { sign: { alg: "ES256" } },
        };
      },
    },
  } as Configuration["features"];
}

/** @throws TemporarilyUnavailable */
async function checkDocumentRate(limits: StrangerLimits, request: IncomingMessage): Promise<true> {
  const reason = await countDocument(limits, request);
  if (reason !== null) {
    throw new errors.TemporarilyUnavailable(reason);
  }
  return true;
}

/** Returns the audience of tokens for a resource. @throws InvalidTarget */
function checkResource({ oidc }: KoaContextWithOIDC, baseUrl: string, address: string): string {
  if (Array.isArray(oidc.params?.resource) && oidc.params.resource.length > 1) {
    throw new errors.InvalidTarget("a request may name one resource");
  }
  const resource = readResource(baseUrl, address);
  if (resource === null) {
    throw new errors.InvalidTarget(`the resource must be ${baseUrl}/v1 or below ${baseUrl}/mcp`);
  }
  return resource.url;
}

/** The scopes that a resource offers: to a person who is known by then, as when a token is refreshed, those that they can give. */
function chooseResourceScopes({ oidc }: KoaContextWithOIDC): string {
  const account = oidc.account as Parameters<typeof chooseMemberScopes>[1] | undefined;
  return (account === undefined ? operationScopes : chooseMemberScopes(operationScopes, account)).join(" ");
}

const isOwnToken = (_ctx: unknown, client: { clientId: string }, token: { clientId?: string }): boolean =>
  token.clientId === client.clientId;

/**
 * A request without a scope would be refused, or give a token that may do nothing (decisions D58). One for a person that names only
 * unknown scopes counts as such: they are dropped (decisions D59a).
 */
function addDefaultScope(ctx: KoaContextWithOIDC, clientScope: unknown): void {
  const { params, route } = ctx.oidc;
  if (params === undefined || (route === "token" && params.grant_type !== "client_credentials")) {
    return;
  }
  const asked = typeof params.scope === "string" ? params.scope.split(" ") : [];
  if (!params.scope || (route !== "token" && !asked.some((scope) => knownScopes.has(scope)))) {
    params.scope = chooseDefaultScope(typeof clientScope === "string" ? clientScope : undefined);
  }
}
