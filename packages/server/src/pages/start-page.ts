import type { Hono } from "hono";

const places = {
  name: "Bowline",
  api: "/v1",
  reference: "/docs",
  openapi: "/openapi.json",
  health: "/health/ready",
};

/** `/`: a browser is sent to the reference, a program is told where things are (decisions D49). */
export function mountStartPage(app: Hono): void {
  app.get("/", (context) =>
    context.req.header("accept")?.includes("text/html")
      ? context.redirect("/docs", 302)
      : context.json(places),
  );
}
