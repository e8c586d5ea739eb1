import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type Provider from "oidc-provider";
import type { SigningKey, SigningKeys } from "../access-tokens/signing-keys.ts";
import { isCutOff } from "../entry/is-cut-off.ts";
import { unframedHeaders, unframedPolicy } from "../entry/standard-headers.ts";
import { admitRegistration } from "./limit-registrations.ts";
import { prefixAccessToken } from "./prefix-access-token.ts";
import type { ProviderParts } from "./provider-parts.ts";
import { findResource, sendResourceMetadata } from "./resource-metadata.ts";

/** The authorization server of this process (decisions D56). */
export interface OAuthServer {
  serve: RequestListener;
  /** Builds the library's server when it is first needed, and again when a key was added or removed. */
  loadProvider(): Promise<Provider>;
}

type OAuthParts = ProviderParts & { signingKeys: SigningKeys };

interface LoadedProvider {
  keys: readonly SigningKey[];
  provider: Provider;
  listen: RequestListener;
}

const endpoints =
  /^\/oauth\/(?:authorize|token|register|revoke|introspect|jwks|device|device_authorization)(?:[/?]|$)/;
const wellKnown =
  /^(?<before>\/mcp[^?]*)?\/\.well-known\/(?<document>oauth-authorization-server|openid-configuration|oauth-protected-resource)(?<after>\/[^?]*)?(?:\?|$)/;

/** Where a browser comes back to after a person's decision. The request is stored; parameters here make the library fail. */
const resumption = /^(?<path>\/oauth\/authorize\/[^?]+)\?/;

/** A short address for people, who type it from another screen. */
const devicePage = /^\/device\/?(?<query>\?.*)?$/;

/** Whether the authorization server serves a request's target. The other pages under `/oauth/` are not its own. */
export const isOAuthTarget = (target: string): boolean =>
  endpoints.test(target) || wellKnown.test(target) || devicePage.test(target);

/** Opens the authorization server. It costs nothing until its first request: the library is loaded then. */
export function openOAuthServer(parts: OAuthParts): OAuthServer {
  const load = openLoader(parts);
  return {
    serve: (request, response) => {
      serveTarget(parts, load, request, response).catch((error) => {
        if (isCutOff(request)) {
          return;
        }
        parts.log.error({ err: error }, "the authorization server could not handle a request");
        return endWithFailure(parts, request, response);
      });
    },
    loadProvider: async () => (await load()).provider,
  };
}

function openLoader(parts: OAuthParts): () => Promise<LoadedProvider> {
  let loaded: LoadedProvider | undefined;
  return async () => {
    const keys = await parts.signingKeys.load();
    if (loaded?.keys !== keys) {
      const { buildProvider } = await import("./build-provider.ts");
      const provider = buildProvider(parts, keys);
      loaded = { keys, provider, listen: provider.callback() };
    }
    return loaded;
  };
}

async function serveTarget(
  parts: OAuthParts,
  load: () => Promise<LoadedProvider>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { baseUrl } = parts;
  const target = request.url ?? "";
  response.setHeader("x-content-type-options", "nosniff");
  // Our pages replace this policy by a stricter one. The library's own, such as that for a device's link, have none.
  response.setHeaders(new Map(Object.entries({ ...unframedHeaders, ...unframedPolicy })));
  const device = devicePage.exec(target);
  if (device !== null) {
    return sendToDevicePage(response, baseUrl, device.groups?.query ?? "");
  }
  const { before, document, after } = wellKnown.exec(target)?.groups ?? {};
  if (document === undefined) {
    const prepared = await prepareRequest(parts, request, response);
    return prepared === null ? undefined : listen(baseUrl, load, prepared, response);
  }
  const resource = findResource(baseUrl, before ?? after ?? "");
  if (resource === null) {
    return endWithNotFound(response);
  }
  if (document === "oauth-protected-resource") {
    return sendResourceMetadata(request, response, baseUrl, resource);
  }
  request.url = "/.well-known/openid-configuration";
  return listen(baseUrl, load, request, response);
}

function sendToDevicePage(response: ServerResponse, baseUrl: string, query: string): void {
  response.writeHead(303, { location: `${baseUrl}/oauth/device${query}`, "cache-control": "no-store" });
  response.end();
}

/** Makes a request to an endpoint fit for the library. Null when it was responded to. */
async function prepareRequest(
  parts: OAuthParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<IncomingMessage | null> {
  const target = request.url ?? "";
  if (target.startsWith("/oauth/register")) {
    return (await admitRegistration(parts, request, response)) ? request : null;
  }
  if (request.method === "POST" && /^\/oauth\/(?:introspect|revoke)(?:\?|$)/.test(target)) {
    return prefixAccessToken(request, parts.accessTokens);
  }
  request.url = resumption.exec(target)?.groups?.path ?? target;
  return request;
}

async function listen(
  baseUrl: string,
  load: () => Promise<LoadedProvider>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  takeAddressFromSettings(request, baseUrl);
  (await load()).listen(request, response);
}

/** The library builds addresses from these. They come from the settings, never from the request (decisions D56). */
function takeAddressFromSettings(request: IncomingMessage, baseUrl: string): void {
  const { host, protocol, pathname } = new URL(baseUrl);
  request.headers.host = host;
  request.headers["x-forwarded-proto"] = protocol.slice(0, -1);
  delete request.headers["x-forwarded-host"];
  Object.assign(request, { baseUrl: pathname.replace(/\/$/, "") });
}

function endWithNotFound(response: ServerResponse): void {
  response.writeHead(404, { "content-type": "application/json", "cache-control": "no-store" });
  response.end('{"error":"not_found"}');
}

async function endWithFailure(
  { renderPage }: OAuthParts,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (response.headersSent) {
    response.end();
  } else if (request.headers.accept?.includes("text/html")) {
    const text = "The server could not handle the request. Try again in a moment.";
    const { html, headers } = await renderPage({ title: "Something went wrong", text, end: "failed" });
    response.writeHead(500, { ...headers, "content-type": "text/html; charset=UTF-8" }).end(html);
  } else {
    response.writeHead(500, { "content-type": "application/json" }).end('{"error":"server_error"}');
  }
}
