import type { Hono } from "hono";
import type { Deps } from "../deps.ts";

/** The parts that readiness depends on. */
type HealthParts = Pick<Deps, "limiter" | "metrics"> & { db: Pick<Deps["db"], "pool"> };

const readyWithinMs = 2000;

/** `/health/live`, `/health/ready` and `/metrics` (decisions D41c). They need no credential and contain nothing private. */
export function mountHealth(app: Hono, deps: HealthParts, isDraining: () => boolean): void {
  const canQuery = shareWhileRunning(() => canQueryDatabase(deps.db));
  app.get("/health/live", (context) => context.json({ status: "live" }));
  app.get("/health/ready", async (context) => {
    const isReady = !isDraining() && deps.limiter.isReady() && (await canQuery());
    return context.json({ status: isReady ? "ready" : "notReady" }, isReady ? 200 : 503);
  });
  app.get("/metrics", async (context) => {
    const text = await deps.metrics.render();
    return text === null
      ? context.notFound()
      : context.text(text, 200, { "content-type": "text/plain; version=0.0.4" });
  });
}

/** Runs one check at a time however many requests arrive, since they need no credential. */
function shareWhileRunning(check: () => Promise<boolean>): () => Promise<boolean> {
  let running: Promise<boolean> | null = null;
  return () => {
    running ??= check().finally(() => {
      running = null;
    });
    return running;
  };
}

async function canQueryDatabase(db: HealthParts["db"]): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, readyWithinMs, false);
  });
  const result = db.pool.query("select 1").then(
    () => true,
    () => false,
  );
  return Promise.race([result, timeout]).finally(() => clearTimeout(timer));
}
