import { html, raw } from "hono/html";
import type { OAuthPage } from "./oauth/user-code-pages.ts";
import { cleanText } from "./pages/clean-text.ts";
import { stateMark } from "./pages/marks.ts";
import { type RenderedPage, renderPage } from "./pages/page.ts";

const maxTextLength = 1000;

/** Renders a page of the authorization server. */
export function renderOAuthPage(page: OAuthPage): Promise<RenderedPage> {
  const text = cleanText(page.text, maxTextLength);
  return renderPage(
    page.title,
    html`${page.isProblem ? html`<p class="notice problem" role="alert">${text}</p>` : html`<p>${text}</p>`}
      ${page.code === undefined ? null : html`<code class="key code">${page.code}</code>`}
      ${page.form === undefined ? null : raw(page.form)}`,
    page.end === undefined ? null : stateMark(page.end),
  );
}
