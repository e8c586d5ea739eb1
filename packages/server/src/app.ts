import { Hono } from "hono";
import { routePath } from "hono/route";
import type { Deps } from "./deps.ts";
import { mountHealth } from "./http/health.ts";
import { mountOperations } from "./http/mount.ts";
import { handlers } from "./operations/handlers.ts";
import { mountInvitationPage } from "./pages/invitation-page.ts";
import { mountReference } from "./pages/reference-page.ts";
import { mountSignInPages } from "./pages/sign-in-pages.ts";
import { mountStartPage } from "./pages/start-page.ts";

/**
 * The whole HTTP surface, without a socket: tests call `app.request(…)`.
 *
 * @param isDraining whether the server is on its way out, so that `/health/ready` answers 503
 */
export function createApp(deps: Deps, isDraining: () => boolean = () => false): Hono {
  const app = new Hono();
  mountOperations(app, deps, handlers);
  // An app of its own, so that what every page passes costs the API nothing.
  const pages = createPages(deps, isDraining);
  app.notFound((context) => pages.fetch(context.req.raw, context.env));
  return app;
}

/** Everything that is not under `/v1`. */
function createPages(deps: Deps, isDraining: () => boolean): Hono {
  const pages = new Hono();
  pages.use(async (context, next) => {
    await next();
    // decisions D80; a page that may be kept says so itself.
    context.res.headers.set("x-content-type-options", "nosniff");
    if (!context.res.headers.has("cache-control")) {
      context.res.headers.set("cache-control", "no-store");
    }
  });
  mountStartPage(pages);
  mountHealth(pages, deps, isDraining);
  mountReference(pages, deps.config.baseUrl);
  mountInvitationPage(pages, deps);
  mountSignInPages(pages, deps);
  pages.notFound((context) =>
    context.text("Not found. The API is under /v1, its reference at /docs.\n", 404),
  );
  pages.onError((error, context) => {
    // Not the path itself: an invitation's holds its token.
    deps.log.error({ err: error, page: routePath(context, -1) }, "a page failed unexpectedly");
    return context.text("The server could not answer.\n", 500);
  });
  return pages;
}
