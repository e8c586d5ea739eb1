import type { Context, Hono } from "hono";
import { html } from "hono/html";
import { buildReturnUrl } from "../connect/links/link-token.ts";
import {
  completeSignIn,
  type NotSignedIn,
  signInOver,
  type ToConfirm,
} from "../connect/sign-in/complete-sign-in.ts";
import { confirmSignIn } from "../connect/sign-in/confirm-sign-in.ts";
import { ownRedirectUri, redirectUri } from "../connect/sign-in/redirect-uri.ts";
import type { Deps } from "../deps.ts";
import { openNameAccount } from "../execution/name-account.ts";
import { findSessionPerson } from "../identity/find-session-person.ts";
import { createToken } from "../identity/token.ts";
import { chooseCookie, keepBrowserToken, readBrowserToken } from "./browser-cookie.ts";
import { cleanText } from "./clean-text.ts";
import { describeScope } from "./describe-scope.ts";
import { applicationIcon, arrowMark, receiverMark, stateMark } from "./marks.ts";
import { showPage } from "./page.ts";
import type { PageContent } from "./page-content.ts";
import { showReceiver, showRow, showWayBack } from "./page-rows.ts";
import { readForm } from "./read-form.ts";

const callbackPath = "/oauth/callback";
const confirmPath = "/oauth/confirm";
const maxFormBytes = 4096;
const maxScopeLength = 300;
const maxReasonLength = 600;

/**
 * Mounts the callback that a provider redirects the browser to, and the page that asks for confirmation before anything is stored,
 * unless the receiver is signed in to this browser (decisions D28). The page names the receiver: a person who opens somebody else's sign-in link must see who would get access.
 */
export function mountSignInPages(app: Hono, deps: Deps): void {
  const { baseUrl } = deps.config;
  const cookie = chooseCookie(baseUrl);
  const nameAccount = openNameAccount(deps);

  const finish = async (context: Context, arrivedAt: string, confirmAction: string) => {
    if (context.req.raw.method !== "GET") {
      // A HEAD request of a link preview must not use up the state.
      return context.body(null, 404);
    }
    const browserToken = readBrowserToken(context, cookie) ?? createToken();
    const parameters = new URL(context.req.url).searchParams;
    const page = await completeSignIn(deps, nameAccount, parameters, arrivedAt, browserToken);
    if (page.kind !== "toConfirm") {
      return showNotConnected(context, page);
    }
    if (await isReceiver(context, page)) {
      const { confirmationToken } = page;
      return decide(context, { confirmationToken, browserToken, isConfirmed: true });
    }
    keepBrowserToken(context, cookie, browserToken);
    return showConfirmation(context, baseUrl, page, confirmAction);
  };

  app.get(callbackPath, (context) => finish(context, redirectUri(baseUrl), "confirm"));
  app.get(`${callbackPath}/:authenticationId{[0-9]+}`, (context) => {
    const authenticationId = Number(context.req.param("authenticationId"));
    return finish(context, ownRedirectUri(baseUrl, authenticationId), "../confirm");
  });

  app.post(confirmPath, async (context) => {
    const form = await readForm(context, maxFormBytes);
    const browserToken = readBrowserToken(context, cookie);
    const confirmationToken = form?.get("token") ?? null;
    const decision = form?.get("decision") ?? null;
    if (browserToken === null || confirmationToken === null || !isDecision(decision)) {
      return showNotConnected(context, signInOver);
    }
    return decide(context, { confirmationToken, browserToken, isConfirmed: decision === "confirm" });
  });

  async function decide(context: Context, decision: Parameters<typeof confirmSignIn>[1]) {
    const outcome = await confirmSignIn(deps, decision);
    if (outcome.kind !== "signedIn") {
      const isWanted = outcome.kind === "failed" && !decision.isConfirmed;
      return showNotConnected(context, outcome, isWanted ? 200 : 400);
    }
    if (outcome.returnUrl !== null) {
      return context.redirect(buildReturnUrl(outcome.returnUrl, "connected"), 303);
    }
    return showPage(
      context,
      "Connected",
      html`<p><b>${cleanText(outcome.fullName)}</b> can use the connection “${cleanText(outcome.connectionName)}” now.</p>
        <p class="quiet">You can close this page.</p>`,
      200,
      stateMark("done"),
    );
  }

  /** Whether the browser belongs to the very member who gets the account, so that nobody needs to be asked (decisions D28). */
  async function isReceiver(context: Context, { receiver, formerAccount }: ToConfirm): Promise<boolean> {
    if (formerAccount !== null) {
      return false;
    }
    const cookieHeader = context.req.header("cookie");
    const person = await findSessionPerson({ db: deps.db.kysely, baseUrl }, cookieHeader);
    return person !== null && !person.isProfileDeleted && person.accountUserId === receiver.accountUserId;
  }
}

const isDecision = (text: string | null): boolean => text === "confirm" || text === "refuse";

/** @param action the relative address that the form is sent to */
function showConfirmation(context: Context, baseUrl: string, page: ToConfirm, action: string) {
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

function showNotConnected(
  context: Context,
  { kind, reason, returnUrl, isRefusal }: NotSignedIn,
  status: 200 | 400 = 400,
) {
  const wayBack = returnUrl === null ? null : buildReturnUrl(returnUrl, "refused");
  if (wayBack !== null && isRefusal) {
    return context.redirect(wayBack, 303);
  }
  return showPage(
    context,
    "Not connected",
    kind === "over"
      ? html`<p>This sign-in is unknown, was already used, belongs to another browser, or has expired.</p>
          <p class="quiet">Start it again where you began it. You can close this page.</p>`
      : html`<p>${cleanText(reason, maxReasonLength)}</p>
          <p class="quiet">You can close this page, or start the sign-in again.</p>
          ${showWayBack(wayBack)}`,
    status,
    stateMark("failed"),
  );
}
