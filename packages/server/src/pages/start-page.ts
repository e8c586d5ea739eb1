import type { Hono } from "hono";

const addresses = {
  name: "Bowline",
  api: "/v1",
  reference: "/docs",
  openapi: "/openapi.json",
  health: "/health/ready",
};

/** Mounts `/`: it redirects a browser to the reference, and lists the addresses for a program (decisions D49). */
export function mountStartPage(app: Hono): void {
  app.get("/", (context) =>
    context.req.header("accept")?.includes("text/html")
      ? context.redirect("/docs", 302)
      : context.json(addresses),
  );
}
