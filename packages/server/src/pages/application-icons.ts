import { hash } from "node:crypto";
import { applicationSlugPattern } from "@bowline/catalog";
import type { Hono } from "hono";
import type { Kysely } from "kysely";
import { loadBuiltInIcons } from "../db/catalog/built-ins.ts";
import type { Schema } from "../db/schema.ts";
import { renderMonogram } from "./render-monogram.ts";

/** Anybody can ask, so all icons together are read this often at most. */
const rereadMs = 60_000;

/** An image from here runs and loads nothing, even when it is opened as a page. */
const headers = {
  "content-type": "image/svg+xml",
  "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  "cross-origin-resource-policy": "cross-origin",
  "cache-control": "public, max-age=3600",
};

/**
 * Serves `GET /icons/{applicationSlug}.svg` (decisions D72). An application without an icon gets its first letter. So does a slug
 * that no application has: the response does not tell which applications a company has.
 */
export function mountApplicationIcons(pages: Hono, db: Kysely<Schema>, clock: () => number): void {
  let icons: Promise<Map<string, string>> = Promise.resolve(new Map());
  let readAt = Number.NEGATIVE_INFINITY;

  function readIcons(): Promise<Map<string, string>> {
    if (clock() - readAt > rereadMs) {
      readAt = clock();
      icons = loadBuiltInIcons(db).catch(() => new Map<string, string>());
    }
    return icons;
  }

  pages.get("/icons/:file", async (context) => {
    const [, slug = ""] = /^(.+)\.svg$/.exec(context.req.param("file")) ?? [];
    if (!applicationSlugPattern.test(slug)) {
      return context.notFound();
    }
    const svg = (await readIcons()).get(slug) ?? renderMonogram(slug);
    const etag = `"${hash("sha256", svg, "hex").slice(0, 16)}"`;
    if (context.req.header("if-none-match") === etag) {
      return context.body(null, 304, { etag, "cache-control": headers["cache-control"] });
    }
    return context.body(svg, 200, { ...headers, etag });
  });
}
