import type { Hono } from "hono";
import type { Config } from "../config.ts";
import { buildPath } from "./people/people-parts.ts";

const addresses = {
  name: "Bowline",
  api: "/v1",
  reference: "/docs",
  openapi: "/openapi.json",
  health: "/health/ready",
};

/** Mounts `/`: it redirects a browser to the console or else to the reference, and lists the addresses for a program (decisions D49). */
export function mountStartPage(app: Hono, { baseUrl, console }: Pick<Config, "baseUrl" | "console">): void {
  app.get("/", (context) =>
    context.req.header("accept")?.includes("text/html")
      ? context.redirect(buildPath(baseUrl, console ? "/console/" : "/docs"), 302)
      : context.json(console ? { ...addresses, console: "/console/" } : addresses),
  );
}
