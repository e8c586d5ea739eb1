import { createHash } from "node:crypto";
import type { Context } from "hono";
import { html, raw } from "hono/html";
import { bowlineMark } from "./marks.ts";
import type { PageContent } from "./page-content.ts";
import { pageStyles } from "./page-styles.ts";

/**
 * Builds the headers of a page: no frames, scripts or referrers. `app.ts` sets the other headers of all pages.
 *
 * @param formTargets where a form may lead to besides this server. Chromium also checks where the response redirects to (decisions D59a)
 */
function buildHeaders(formTargets: readonly string[]) {
  stylesHash ??= createHash("sha256").update(pageStyles).digest("base64");
  const targets = ["'self'", ...formTargets].join(" ");
  return {
    "content-security-policy": `default-src 'none'; style-src 'sha256-${stylesHash}'; form-action ${targets}; frame-ancestors 'none'; base-uri 'none'`,
    "referrer-policy": "no-referrer",
  };
}
let stylesHash: string | undefined;

/** Shows a page that works without JavaScript. @param title is also the heading */
export function showPage(
  context: Context,
  title: string,
  content: PageContent,
  status: 200 | 400 | 403 | 404 = 200,
  above: PageContent | null = null,
  formTargets: readonly string[] = [],
) {
  return context.html(layOutPage(title, content, above), status, buildHeaders(formTargets));
}

/** A page as text, for a door that has no hono context. */
export interface RenderedPage {
  html: string;
  headers: Record<string, string>;
}

/** Renders a page. @param content is a paragraph or a form, as HTML */
export async function renderPage(title: string, content: PageContent): Promise<RenderedPage> {
  return { html: String(await layOutPage(title, content, null)), headers: buildHeaders([]) };
}

const layOutPage = (title: string, content: PageContent, above: PageContent | null): PageContent =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} – Bowline</title>
        <style>${raw(pageStyles)}</style>
      </head>
      <body>
        <p class="brand">${bowlineMark(28)}<span>Bowline</span></p>
        <main>
          ${above}
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`;
