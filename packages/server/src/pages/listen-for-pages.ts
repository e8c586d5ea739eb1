import type { RequestListener } from "node:http";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { type Context, Hono, type MiddlewareHandler } from "hono";
import { html } from "hono/html";
import { routePath } from "hono/route";
import type { ConsentRequests } from "../access-tokens/consent-request.ts";
import { buildPath } from "../build-path.ts";
import type { Config } from "../config/config.ts";
import type { Deps } from "../deps.ts";
import { isCutOff } from "../entry/is-cut-off.ts";
import { unframedHeaders } from "../entry/standard-headers.ts";
import { mountApplicationIcons } from "./application-icons.ts";
import { mountApprovalPage } from "./approval-page.ts";
import { mountConnectPage } from "./connect-page.ts";
import { mountConsentPage } from "./consent/consent-page.ts";
import { mountConsole } from "./console/console-page.ts";
import { mountConsoleToken } from "./console/console-token.ts";
import { stateMark } from "./marks.ts";
import { showPage } from "./page.ts";
import { mountPeoplePages } from "./people/mount-people-pages.ts";
import { findHomePath } from "./people/people-parts.ts";
import { mountReference } from "./reference-page.ts";
import { mountSignInPages } from "./sign-in-pages.ts";
import { mountStartPage } from "./start-page.ts";

/** Prepares the listener for everything that is for people, and for targets that nothing serves. */
export function listenForPages(deps: Deps, consents: ConsentRequests): RequestListener {
  const { config, log, changes } = deps;
  const pages = new Hono();
  pages.use(setCommonHeaders);
  pages.post("*", async (_context, next) => {
    await next();
    await changes.heardByAll();
  });
  mountStartPage(pages, config);
  mountApplicationIcons(pages, deps.db.kysely, deps.clock);
  mountReference(pages, config.baseUrl);
  mountPeoplePages(pages, deps);
  mountSignInPages(pages, deps);
  mountApprovalPage(pages, deps);
  mountConnectPage(pages, deps);
  mountConsentPage(pages, {
    db: deps.db.kysely,
    baseUrl: config.baseUrl,
    consents,
    clock: deps.clock,
    log,
  });
  mountConsoleToken(pages, deps);
  if (config.console) {
    mountConsole(pages, config);
  }
  pages.notFound((context) => showNotFound(context, config));
  pages.onError((error, context) => {
    if (!isCutOff((context.env as HttpBindings).incoming)) {
      // The route, not the path: the path of an invitation contains its token.
      log.error({ err: error, page: routePath(context, -1) }, "a page failed unexpectedly");
    }
    return showUnexpected(context);
  });
  const listen = getRequestListener(pages.fetch, { errorHandler: () => refuseAddress() });
  return (request, response) => void listen(request, response);
}

/** Sets the headers of all pages (decisions D80). A page that may be cached sets its own cache-control. */
const setCommonHeaders: MiddlewareHandler = async (context, next) => {
  await next();
  const { headers } = context.res;
  headers.set("x-content-type-options", "nosniff");
  for (const [name, value] of Object.entries(unframedHeaders)) {
    headers.set(name, value);
  }
  if (!headers.has("cache-control")) {
    headers.set("cache-control", "no-store");
  }
};

/** Whether a browser asks for a page, and not a program or a page for one of its parts. */
const wantsPage = (context: Context): boolean => context.req.header("accept")?.includes("text/html") === true;

function showNotFound(context: Context, { baseUrl, console: hasConsole }: Config) {
  return wantsPage(context)
    ? showPage(
        context,
        "Not found",
        html`<p>There is nothing at this address.</p>
          <p class="quiet">The link may be old or incomplete.</p>
          <p class="after"><a href="${buildPath(baseUrl, findHomePath({ hasConsole }))}">Go to Bowline</a></p>`,
        404,
        stateMark("failed"),
      )
    : context.text("Not found. The API is under /v1, its reference at /docs.\n", 404);
}

function showUnexpected(context: Context) {
  return wantsPage(context)
    ? showPage(
        context,
        "Something went wrong",
        html`<p>The server could not handle the request. Try again in a moment.</p>`,
        500,
        stateMark("failed"),
      )
    : context.text("The server could not handle the request.\n", 500);
}

/** The response when a request's Host or target makes no address. Hono's own has no body. */
const refuseAddress = (): Response =>
  new Response("The request's Host header or its path is not valid.\n", {
    status: 400,
    headers: {
      "content-type": "text/plain; charset=UTF-8",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    },
  });
