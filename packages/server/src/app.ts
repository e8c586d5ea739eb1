import { Hono } from "hono";
import { routePath } from "hono/route";
import type { Deps } from "./deps.ts";
import { mountHealth } from "./http/health.ts";
import { mountOperations } from "./http/mount.ts";
import { handlers } from "./operations/handlers.ts";
import { mountInvitationPage } from "./pages/invitation-page.ts";
import { mountReference } from "./pages/reference-page.ts";
import { mountSignInPages } from "./pages/sign-in-pages.ts";

/**
 * The whole HTTP surface, without a socket: tests call `app.request(…)`.
 *
 * @param isDraining whether the server is on its way out, so that `/health/ready` answers 503
 */
export function createApp(deps: Deps, isDraining: () => boolean = () => false): Hono {
  const app = new Hono();
  mountOperations(app, deps, handlers);
  mountHealth(app, deps, isDraining);
  mountReference(app, deps.config.baseUrl);
  mountInvitationPage(app, deps);
  mountSignInPages(app, deps);
  app.notFound((context) => context.text("Not found. The API is under /v1, its reference at /docs.\n", 404));
  app.onError((error, context) => {
    // Not the path itself: an invitation's holds its token.
    deps.log.error({ err: error, page: routePath(context, -1) }, "a page failed unexpectedly");
    return context.text("The server could not answer.\n", 500);
  });
  return app;
}
