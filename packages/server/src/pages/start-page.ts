import type { Hono } from "hono";
import { buildPath } from "../build-path.ts";
import type { Config } from "../config/config.ts";
import { tabIcon } from "./marks.ts";

/**
 * Mounts `/`: it redirects a browser to the console or else to the reference, and lists the addresses for a program (decisions D49).
 * Browsers ask for `/favicon.ico` at every response that is no page of ours.
 */
export function mountStartPage(app: Hono, { baseUrl, console }: Pick<Config, "baseUrl" | "console">): void {
  const build = (path: string) => buildPath(baseUrl, path);
  const addresses = {
    name: "Bowline",
    api: build("/v1"),
    reference: build("/docs"),
    openapi: build("/openapi.json"),
    health: build("/health/ready"),
    ...(console && { console: build("/console/") }),
  };
  app.get("/", (context) =>
    context.req.header("accept")?.includes("text/html")
      ? context.redirect(addresses.console ?? addresses.reference, 302)
      : context.json(addresses),
  );
  app.get("/favicon.ico", (context) =>
    context.body(tabIcon, 200, {
      "content-type": "image/svg+xml",
      "content-security-policy": "default-src 'none'; sandbox",
      "cache-control": "public, max-age=86400",
    }),
  );
}
