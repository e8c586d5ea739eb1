import type { Hono } from "hono";
import { buildPath } from "../build-path.ts";
import type { Config } from "../config.ts";
import { tabIcon } from "./marks.ts";

const addresses = {
  name: "Bowline",
  api: "/v1",
  reference: "/docs",
  openapi: "/openapi.json",
  health: "/health/ready",
};

/**
 * Mounts `/`: it redirects a browser to the console or else to the reference, and lists the addresses for a program (decisions D49).
 * Browsers ask for `/favicon.ico` at every response that is no page of ours.
 */
export function mountStartPage(app: Hono, { baseUrl, console }: Pick<Config, "baseUrl" | "console">): void {
  app.get("/", (context) =>
    context.req.header("accept")?.includes("text/html")
      ? context.redirect(buildPath(baseUrl, console ? "/console/" : "/docs"), 302)
      : context.json(console ? { ...addresses, console: "/console/" } : addresses),
  );
  app.get("/favicon.ico", (context) =>
    context.body(tabIcon, 200, {
      "content-type": "image/svg+xml",
      "content-security-policy": "default-src 'none'; sandbox",
      "cache-control": "public, max-age=86400",
    }),
  );
}
