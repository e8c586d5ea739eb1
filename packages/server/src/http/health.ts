import type { Hono } from "hono";
import type { Deps } from "../deps.ts";

const readyWithinMs = 2000;

/** `/health/live`, `/health/ready` and `/metrics` (decisions, section 8). They need no credential and tell nothing private. */
export function mountHealth(app: Hono, deps: Deps, isDraining: () => boolean): void {
  app.get("/health/live", (context) => context.json({ status: "live" }));
  app.get("/health/ready", async (context) => {
    const isReady = !isDraining() && deps.limiter.isReady() && (await answers(deps));
    return context.json({ status: isReady ? "ready" : "notReady" }, isReady ? 200 : 503);
  });
  app.get("/metrics", async (context) => {
    const text = await deps.metrics.render();
    return text === null
      ? context.notFound()
      : context.text(text, 200, { "content-type": "text/plain; version=0.0.4" });
  });
}

async function answers(deps: Deps): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, readyWithinMs, false);
  });
  const asked = deps.db.pool.query("select 1").then(
    () => true,
    () => false,
  );
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}
