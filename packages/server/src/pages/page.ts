import { hash } from "node:crypto";
import type { Context } from "hono";
import { html, raw } from "hono/html";
import { bowlineMark, tabIconAddress } from "./marks.ts";
import type { PageContent } from "./page-content.ts";
import { pageStyles } from "./page-styles.ts";

let styleHash: string | undefined;

/** Forbids frames, scripts and referrers. `listen-for-pages.ts` sets the other headers of all pages. */
function buildHeaders(formTargets: readonly string[] | "any") {
  styleHash ??= hash("sha256", pageStyles, "base64");
  const formAction =
    formTargets === "any" ? "" : ` form-action ${["'self'", ...formTargets.map(writeSource)].join(" ")};`;
  return {
    "content-security-policy": `default-src 'none'; style-src 'sha256-${styleHash}'; img-src 'self' data:;${formAction} frame-ancestors 'none'; base-uri 'none'`,
    "referrer-policy": "no-referrer",
  };
}

/** A policy cannot name an IPv6 address (CSP3 §2.3.1): browsers would ignore the origin, and stay on the page. */
const writeSource = (target: string): string =>
  target.includes("[") ? target.slice(0, target.indexOf(":") + 1) : target;

/**
 * Shows a page that works without JavaScript.
 *
 * @param title is also the heading
 * @param formTargets origins and schemes to which the response to a form may redirect, beside our own; `any` when they are not known yet
 */
export function showPage(
  context: Context,
  title: string,
  content: PageContent,
  status: 200 | 400 | 403 | 404 | 409 | 410 | 413 | 429 | 500 | 503 = 200,
  above: PageContent | null = null,
  formTargets: readonly string[] | "any" = [],
) {
  return context.html(layOutPage(title, content, above), status, buildHeaders(formTargets));
}

/** A page as text, for a door that has no hono context. */
export interface RenderedPage {
  html: string;
  headers: Record<string, string>;
}

/** Renders a page. */
export async function renderPage(
  title: string,
  content: PageContent,
  above: PageContent | null,
): Promise<RenderedPage> {
  return {
    html: String(await layOutPage(title, content, above)),
    headers: { ...buildHeaders([]), "cache-control": "no-store" },
  };
}

const layOutPage = (title: string, content: PageContent, above: PageContent | null): PageContent =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} – Bowline</title>
        <link rel="icon" href="${tabIconAddress}" />
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
