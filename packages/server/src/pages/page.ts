import type { Context } from "hono";
import { html } from "hono/html";

/** Never framed, scripted, or named to another site; what holds for every page besides is in `app.ts`. */
const securityHeaders = {
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  "referrer-policy": "no-referrer",
};

/** A part of a page; values put into it are escaped. */
export type PageContent = ReturnType<typeof html>;

/** Answers a plain page that works without JavaScript. */
export function showPage(
  context: Context,
  title: string,
  content: PageContent,
  status: 200 | 400 | 403 | 404 = 200,
) {
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title} – Bowline</title>
        <style>
          body { font: 16px/1.5 system-ui, sans-serif; max-width: 36rem; margin: 4rem auto; padding: 0 1rem }
          code { font-size: 1.1em; word-break: break-all }
          button { font: inherit; padding: 0.5rem 1rem; margin: 0 0.5rem 0.5rem 0 }
        </style>
      </head>
      <body>
        <h1>${title}</h1>
        ${content}
      </body>
    </html>`;
  return context.html(page, status, securityHeaders);
}
