import type { Context } from "hono";
import { html } from "hono/html";
import type { ToConfirm } from "../connect/sign-in/describe-confirmation.ts";
import { cleanText } from "./clean-text.ts";
import { describeScope } from "./describe-scope.ts";
import { applicationIcon, arrowMark, receiverMark } from "./marks.ts";
import { showPage } from "./page.ts";
import type { PageContent } from "./page-content.ts";
import { showReceiver, showRow } from "./page-rows.ts";

const maxScopeLength = 300;

/**
 * Asks a person whether a receiver gets the account (decisions D28).
 *
 * @param action the relative address that the form is sent to
 */
export function showConfirmation(context: Context, baseUrl: string, page: ToConfirm, action: string) {
  const { receiver, companyName } = page;
  const applicationName = cleanText(page.applicationName);
  return showPage(
    context,
    page.renewedName === null
      ? `Give access to your ${applicationName} account?`
      : `Renew access to your ${applicationName} account?`,
    html`<dl>
        ${showRow("Account", html`<b>${page.accountLabel === null ? `Your account at ${applicationName}` : cleanText(page.accountLabel)}</b>`)}
        ${showRow("Receiver", showReceiver(receiver, companyName))}
        ${page.renewedName === null ? null : showRow("Connection", html`${cleanText(page.renewedName)}`)}
        ${page.scopes.length === 0 ? null : showRow("May", showScopes(page.scopes))}
        ${page.hosts.length === 0 ? null : showRow("Used at", html`${page.hosts.join(", ")}`)}
      </dl>
      <p class="notice">Refuse if you did not start this yourself, or do not want to give this receiver access. The agents and
        programs of ${cleanText(receiver.fullName)} can then act with your account.</p>
      ${
        page.formerAccount === null
          ? null
          : html`<p class="notice"><b>Another account:</b> so far this connection was for ${cleanText(page.formerAccount)}.</p>`
      }
      <form method="post" action="${action}">
        <input type="hidden" name="token" value="${page.confirmationToken}" />
        <button name="decision" value="confirm">Confirm</button>
        <button class="secondary" name="decision" value="refuse">Refuse</button>
      </form>`,
    200,
    html`<div class="pair">${applicationIcon(baseUrl, page.applicationSlug)}${arrowMark}${receiverMark(receiver.kind)}</div>`,
    page.returnUrl === null ? [] : [new URL(page.returnUrl).origin],
  );
}

const showScopes = (scopes: ToConfirm["scopes"]): PageContent =>
  html`<ul>${scopes.map(({ scope, description }) => {
    const name = cleanText(scope, maxScopeLength);
    return html`<li>${cleanText(description ?? "", maxScopeLength) || describeScope(name)} <code>${name}</code></li>`;
  })}</ul>`;
