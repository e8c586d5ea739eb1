import type { Context } from "hono";
import { html } from "hono/html";
import { createFormToken, formTokenField, isOwnForm } from "../../entry/check-form.ts";
import type { FoundSession } from "../../identity/find-session-person.ts";
import { buildFormCookieName, readTokenCookie } from "../../identity/session-cookie.ts";
import { createToken } from "../../identity/token.ts";
import { stateMark } from "../marks.ts";
import { showPage } from "../page.ts";
import type { PageContent } from "../page-content.ts";
import { readForm } from "../read-form.ts";
import { writeCookie } from "../write-cookie.ts";

const maxFormBytes = 16_384;

/** Shows the hidden field that binds a form to this browser: to its session, or else to a cookie that is set here. */
export function showFormToken(context: Context, baseUrl: string, session: FoundSession | null): PageContent {
  const secret = session?.formSecret ?? readFormCookie(context, baseUrl) ?? setFormCookie(context, baseUrl);
  return html`<input type="hidden" name="${formTokenField}" value="${createFormToken(secret)}" />`;
}

const readFormCookie = (context: Context, baseUrl: string): string | null =>
  readTokenCookie(context.req.header("cookie"), buildFormCookieName(baseUrl));

function setFormCookie(context: Context, baseUrl: string): string {
  const secret = createToken();
  writeCookie(context, baseUrl, { name: buildFormCookieName(baseUrl), value: secret });
  return secret;
}

/**
 * Reads a form that a page of this server sent; null when another site may have sent it.
 *
 * @param isProven what else shows that no other site sent it
 */
export async function readOwnForm(
  context: Context,
  baseUrl: string,
  session: FoundSession | null,
  isProven = false,
): Promise<URLSearchParams | null> {
  const form = (await readForm(context, maxFormBytes)) ?? new URLSearchParams();
  const request = {
    host: context.req.header("host"),
    origin: context.req.header("origin"),
    site: context.req.header("sec-fetch-site"),
    token: form.get(formTokenField),
  };
  const secrets = [session?.formSecret ?? null, readFormCookie(context, baseUrl)];
  const isOwn = isProven || secrets.some((secret) => isOwnForm(baseUrl, request, secret));
  return isOwn ? form : null;
}

export const showForeignForm = (context: Context) =>
  showPage(
    context,
    "This form is out of date",
    html`<p>It was not sent from a page that this server made for your browser a moment ago. Nothing was changed.</p>
      <p class="quiet">Open the page again and repeat it. Your browser must allow cookies of this site.</p>`,
    403,
    stateMark("failed"),
  );
