import type { Hono } from "hono";
import type { Deps } from "../deps.ts";

/** What tells whether the server can work. */
type HealthParts = Pick<Deps, "limiter" | "metrics"> & { db: Pick<Deps["db"], "pool"> };

const readyWithinMs = 2000;

/** `/health/live`, `/health/ready` and `/metrics` (decisions, section 8). They need no credential and tell nothing private. */
export function mountHealth(app: Hono, deps: HealthParts, isDraining: () => boolean): void {
  app.get("/health/live", (context) => context.json({ status: "live" }));
  app.get("/health/ready", async (context) => {
    const isReady = !isDraining() && deps.limiter.isReady() && (await canQuery(deps.db));
    return context.json({ status: isReady ? "ready" : "notReady" }, isReady ? 200 : 503);
  });
  app.get("/metrics", async (context) => {
    const text = await deps.metrics.render();
    return text === null
      ? context.notFound()
      : context.text(text, 200, { "content-type": "text/plain; version=0.0.4" });
  });
}

async function canQuery(db: HealthParts["db"]): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, readyWithinMs, false);
  });
  const asked = db.pool.query("select 1").then(
    () => true,
    () => false,
  );
  return Promise.race([asked, late]).finally(() => clearTimeout(timer));
}
