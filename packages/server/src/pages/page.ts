import { createHash } from "node:crypto";
import type { Context } from "hono";
import { html, raw } from "hono/html";
import { bowlineMark } from "./marks.ts";
import type { PageContent } from "./page-content.ts";
import { pageStyles } from "./page-styles.ts";

/** Forbids frames, scripts and referrers. `app.ts` sets the other headers of all pages. */
const buildHeaders = () => ({
  "content-security-policy": `default-src 'none'; style-src 'sha256-${createHash("sha256").update(pageStyles).digest("base64")}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  "referrer-policy": "no-referrer",
});
let headers: ReturnType<typeof buildHeaders> | undefined;

/** Shows a page that works without JavaScript. @param title is also the heading */
export function showPage(
  context: Context,
  title: string,
  content: PageContent,
  status: 200 | 400 | 403 | 404 | 409 | 429 | 502 | 503 = 200,
  above: PageContent | null = null,
) {
  headers ??= buildHeaders();
  const page = html`<!doctype html>
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
  return context.html(page, status, headers);
}
