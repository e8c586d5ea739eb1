import type { IncomingMessage, RequestListener } from "node:http";
import type { Deps } from "./deps.ts";
import { findRequestAddress } from "./entry/find-request-address.ts";
import { UnreadResponses } from "./entry/unread-responses.ts";
import { openHealth } from "./http/health.ts";
import { refuseSlowBody } from "./http/refuse-slow-body.ts";
import { serveOperations } from "./http/serve-operations.ts";
import { serveWhenLoaded } from "./http/serve-when-loaded.ts";
import { groupAddress } from "./identity/group-address.ts";
import { openBrowserStorage } from "./oauth/browser-storage.ts";
import { openConsentRequests } from "./oauth/consent-requests.ts";
import { isOAuthTarget, openOAuthServer } from "./oauth/serve-oauth.ts";
import { handlers } from "./operations/handlers.ts";
import { renderOAuthPage } from "./render-oauth-page.ts";

/** `/v1` and everything below it. A request to a proxy names the whole address (RFC 9112 §3.2.2). */
const apiTarget = /^(?:https?:\/\/[^/?]*)?\/v1(?:[/?]|$)/i;
const mcpTarget = /^(?:https?:\/\/[^/?]*)?\/mcp(?:[/?]|$)/i;

/**
 * Creates the whole HTTP surface. The pages and MCP are loaded at their first request.
 *
 * @param isDraining whether the server is stopping; `/health/ready` then returns 503
 */
export function createApp(deps: Deps, isDraining: () => boolean = () => false): RequestListener {
  const unread = new UnreadResponses();
  const findStranger = (request: IncomingMessage) =>
    groupAddress(findRequestAddress(request, deps.config.trustedProxies) ?? "");
  const serveApi = serveOperations(deps, handlers, unread);
  const { baseUrl } = deps.config;
  const browser = openBrowserStorage({ baseUrl, vault: deps.vault });
  const oauth = openOAuthServer({
    ...deps,
    db: deps.db.kysely,
    baseUrl,
    browser,
    limits: { ...deps.config, db: deps.db.kysely },
    renderPage: renderOAuthPage,
  });
  const consents = openConsentRequests({ baseUrl, browser }, oauth.loadProvider);
  const serveMcp = serveWhenLoaded(deps.log, async () => {
    const { listenForMcp } = await import("./mcp/mcp-door.ts");
    return listenForMcp(deps, { unread, findStranger });
  });
  const serveOAuth = refuseSlowBody(oauth.serve);
  const servePage = serveWhenLoaded(deps.log, async () => {
    const { listenForPages } = await import("./pages/listen-for-pages.ts");
    return listenForPages(deps, consents);
  });
  const serveHealth = openHealth(deps, isDraining);
  const serveHealthOrPage = refuseSlowBody((request, response) => {
    if (!serveHealth(request, response)) {
      servePage(request, response);
    }
  });
  return (request, response) => {
    const target = request.url ?? "";
    if (apiTarget.test(target)) {
      serveApi(request, response);
      return;
    }
    const isOAuth = isOAuthTarget(target);
    if (mcpTarget.test(target) && !isOAuth) {
      serveMcp(request, response);
    } else {
      unread.follow(response, findStranger(request));
      if (isOAuth) {
        serveOAuth(request, response);
      } else {
        serveHealthOrPage(request, response);
      }
    }
  };
}
