import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { operationScopes } from "@bowline/contract";
import type Provider from "oidc-provider";
import { type Resource, readPath } from "../access-tokens/resources.ts";
import type { SigningKey, SigningKeys } from "../access-tokens/signing-keys.ts";
import { buildPath } from "../build-path.ts";
import { isCutOff } from "../entry/is-cut-off.ts";
import { chooseOwnName } from "../entry/own-address.ts";
import type { ProviderParts } from "./build-provider.ts";
import { refuseRegistration, sendRefusedRegistration } from "./limit-registrations.ts";
import { prefixAccessToken } from "./prefix-access-token.ts";

/** The authorization server of this process (decisions D56). */
export interface OAuthServer {
  serve: RequestListener;
  /** Builds the library's server when it is first needed, and again when a key was added or removed. */
  loadProvider(): Promise<Provider>;
}

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
export function openOAuthServer(parts: ProviderParts & { signingKeys: SigningKeys }): OAuthServer {
  const { baseUrl, signingKeys, log } = parts;
  let loaded: LoadedProvider | undefined;

  async function load(): Promise<LoadedProvider> {
    const keys = await signingKeys.load();
    if (loaded?.keys !== keys) {
      const { buildProvider } = await import("./build-provider.ts");
      const provider = buildProvider(parts, keys);
      loaded = { keys, provider, listen: provider.callback() };
    }
    return loaded;
  }

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = request.url ?? "";
    const { before, document, after } = wellKnown.exec(target)?.groups ?? {};
    response.setHeader("x-content-type-options", "nosniff");
    const device = devicePage.exec(target);
    if (device !== null) {
      const location = `${baseUrl}/oauth/device${device.groups?.query ?? ""}`;
      response.writeHead(303, { location, "cache-control": "no-store" });
      response.end();
      return;
    }
    if (document === undefined) {
      return serveEndpoint(request, response);
    }
    const resource = findResource(baseUrl, before ?? after ?? "");
    if (resource === null) {
      return endWithNotFound(response);
    }
    if (document === "oauth-protected-resource") {
      return sendResourceMetadata(
        response,
        baseUrl,
        chooseOwnName(baseUrl, request.headers.host) + resource.path,
      );
    }
    request.url = "/.well-known/openid-configuration";
    return listen(request, response);
  }

  async function serveEndpoint(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = request.url ?? "";
    request.url = resumption.exec(target)?.groups?.path ?? target;
    if (target.startsWith("/oauth/register")) {
      // Programs that run in a browser register themselves, too.
      response.setHeader("access-control-allow-origin", "*");
      if (request.method === "OPTIONS") {
        response.writeHead(204, {
          "access-control-allow-methods": "POST",
          "access-control-allow-headers": "content-type",
          "access-control-max-age": "3600",
        });
        response.end();
        return;
      }
      const refused = request.method === "POST" ? await refuseRegistration(parts.limits, request) : null;
      if (refused !== null) {
        log.warn({ reason: refused.reason }, "a registration of a client was refused");
        request.resume();
        return sendRefusedRegistration(response, refused);
      }
    }
    const isAboutToken = /^\/oauth\/(?:introspect|revoke)(?:\?|$)/.test(target) && request.method === "POST";
    const prepared = isAboutToken ? await prefixAccessToken(request, parts.accessTokens) : request;
    return listen(prepared, response);
  }

  async function listen(request: IncomingMessage, response: ServerResponse): Promise<void> {
    takeAddressFromSettings(request, baseUrl);
    (await load()).listen(request, response);
  }

  async function endWithFailure(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (response.headersSent) {
      response.end();
    } else if (request.headers.accept?.includes("text/html")) {
      const text = "The server could not handle the request. Try again in a moment.";
      const { html, headers } = await parts.renderPage("Something went wrong", text, "");
      response.writeHead(500, { ...headers, "content-type": "text/html; charset=UTF-8" }).end(html);
    } else {
      response.writeHead(500, { "content-type": "application/json" }).end('{"error":"server_error"}');
    }
  }

  return {
    serve: (request, response) => {
      serve(request, response).catch((error) => {
        if (isCutOff(request)) {
          return;
        }
        log.error({ err: error }, "the authorization server could not handle a request");
        return endWithFailure(request, response);
      });
    },
    loadProvider: async () => (await load()).provider,
  };
}

/** The library builds addresses from these. They come from the settings, never from the request (decisions D56). */
function takeAddressFromSettings(request: IncomingMessage, baseUrl: string): void {
  const { host, protocol, pathname } = new URL(baseUrl);
  request.headers.host = host;
  request.headers["x-forwarded-proto"] = protocol.slice(0, -1);
  delete request.headers["x-forwarded-host"];
  Object.assign(request, { baseUrl: pathname.replace(/\/$/, "") });
}

/** Metadata at the root is about the API. */
function findResource(baseUrl: string, path: string): Resource | null {
  const basePath = buildPath(baseUrl, "");
  const beyond = path.startsWith(basePath) ? path.slice(basePath.length) : path;
  return readPath(baseUrl, beyond === "" || beyond === "/" ? "/v1" : beyond);
}

/** RFC 9728 §2. @param resource the resource by the name that the client called it by, since clients compare the two (§3.3) */
function sendResourceMetadata(response: ServerResponse, baseUrl: string, resource: string): void {
  response.writeHead(200, {
    "content-type": "application/json",
    "cache-control": "public, max-age=300",
    "access-control-allow-origin": "*",
  });
  const metadata = {
    resource,
    authorization_servers: [baseUrl],
    scopes_supported: [...operationScopes, "offline_access"],
    bearer_methods_supported: ["header"],
    resource_name: "Bowline",
  };
  response.end(JSON.stringify(metadata));
}

function endWithNotFound(response: ServerResponse): void {
  response.writeHead(404, { "content-type": "application/json", "cache-control": "no-store" });
  response.end('{"error":"not_found"}');
}
