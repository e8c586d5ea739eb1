import type { RequestListener } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { html, raw } from "hono/html";
import { routePath } from "hono/route";
import type { Deps } from "./deps.ts";
import { mountHealth } from "./http/health.ts";
import { serveOperations } from "./http/serve-operations.ts";
import { serveMcp } from "./mcp/serve-mcp.ts";
import { type Interactions, openInteractions } from "./oauth/interactions.ts";
import { isOAuthTarget, openOAuthServer } from "./oauth/serve-oauth.ts";
import { handlers } from "./operations/handlers.ts";
import { mountApplicationIcons } from "./pages/application-icons.ts";
import { mountApprovalPage } from "./pages/approval-page.ts";
import { mountConnectPage } from "./pages/connect-page.ts";
import { mountConsentPage } from "./pages/consent/consent-page.ts";
import { mountConsole } from "./pages/console/console-page.ts";
import { mountConsoleToken } from "./pages/console/console-token.ts";
import { renderPage } from "./pages/page.ts";
import { mountPeoplePages } from "./pages/people/mount-people-pages.ts";
import { mountReference } from "./pages/reference-page.ts";
import { mountSignInPages } from "./pages/sign-in-pages.ts";
import { mountStartPage } from "./pages/start-page.ts";

/** `/v1` and everything below it. A request to a proxy names the whole address (RFC 9112 §3.2.2). */
const apiTarget = /^(?:https?:\/\/[^/?]*)?\/v1(?:[/?]|$)/i;
const mcpTarget = /^(?:https?:\/\/[^/?]*)?\/mcp(?:[/?]|$)/i;

/**
 * Creates the whole HTTP surface: the API under `/v1`, and the pages.
 *
 * @param isDraining whether the server is stopping; `/health/ready` then returns 503
 */
export function createApp(deps: Deps, isDraining: () => boolean = () => false): RequestListener {
  const serveApi = serveOperations(deps, handlers);
  const serveMcpDoor = serveMcp(deps);
  const oauth = openOAuthServer({
    ...deps,
    db: deps.db.kysely,
    baseUrl: deps.config.baseUrl,
    limits: { ...deps.config, db: deps.db.kysely },
    renderPage: (title, text, form) => renderPage(title, html`<p>${text}</p>${raw(form)}`),
  });
  const interactions = openInteractions(deps.config.baseUrl, oauth.loadProvider);
  const servePage = getRequestListener(createPages(deps, interactions, isDraining).fetch);
  return (request, response) => {
    if (apiTarget.test(request.url ?? "")) {
      serveApi(request, response);
    } else if (isOAuthTarget(request.url ?? "")) {
      oauth.serve(request, response);
    } else if (mcpTarget.test(request.url ?? "")) {
      serveMcpDoor(request, response);
    } else {
      void servePage(request, response);
    }
  };
}

/** Creates all routes that are not under `/v1`. */
function createPages(deps: Deps, interactions: Interactions, isDraining: () => boolean): Hono {
  const pages = new Hono();
  pages.use(async (context, next) => {
    await next();
    // decisions D80. A page that may be cached sets its own cache-control.
    context.res.headers.set("x-content-type-options", "nosniff");
    if (!context.res.headers.has("cache-control")) {
      context.res.headers.set("cache-control", "no-store");
    }
  });
  mountStartPage(pages, deps.config);
  mountApplicationIcons(pages, deps.db.kysely, deps.clock);
  mountHealth(pages, deps, isDraining);
  mountReference(pages, deps.config.baseUrl);
  mountPeoplePages(pages, deps);
  mountSignInPages(pages, deps);
  mountApprovalPage(pages, deps);
  mountConnectPage(pages, deps);
  mountConsentPage(pages, {
    db: deps.db.kysely,
    baseUrl: deps.config.baseUrl,
    interactions,
    clock: deps.clock,
    log: deps.log,
  });
  mountConsoleToken(pages, deps);
  if (deps.config.console) {
    mountConsole(pages, deps.config);
  }
  pages.notFound((context) =>
    context.text("Not found. The API is under /v1, its reference at /docs.\n", 404),
  );
  pages.onError((error, context) => {
    // The route, not the path: the path of an invitation contains its token.
    deps.log.error({ err: error, page: routePath(context, -1) }, "a page failed unexpectedly");
    return context.text("The server could not handle the request.\n", 500);
  });
  return pages;
}
