import type { Context, Hono } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { html } from "hono/html";
import { completeSignIn, type NotSignedIn, type ToConfirm } from "../connect/sign-in/complete-sign-in.ts";
import { confirmSignIn } from "../connect/sign-in/confirm-sign-in.ts";
import { createToken } from "../connect/sign-in/sign-in-secrets.ts";
import type { Deps } from "../deps.ts";
import { describeScope } from "./describe-scope.ts";
import { arrowMark, monogram, receiverMark, stateMark } from "./marks.ts";
import { showPage } from "./page.ts";
import type { PageContent } from "./page-content.ts";
import { readForm } from "./read-form.ts";

const callbackPath = "/oauth/callback";
const confirmPath = "/oauth/confirm";
const cookieSeconds = 3600;

/**
 * Mounts the callback that a provider redirects the browser to, and the page that asks for confirmation before anything is stored
 * (decisions D28). The page names the receiver: a person who opens somebody else's sign-in link must see who would get access.
 */
export function mountSignInPages(app: Hono, deps: Deps): void {
  const cookie = chooseCookie(deps.config.baseUrl);

  app.get(callbackPath, async (context) => {
    if (context.req.raw.method !== "GET") {
      // A HEAD request of a link preview must not use up the state.
      return context.body(null, 404);
    }
    // All sign-ins of a browser share it, so that two at once do not disturb each other.
    const browserToken = getCookie(context, cookie.name) ?? createToken();
    const parameters = new URL(context.req.url).searchParams;
    const page = await completeSignIn(deps, parameters, browserToken);
    if (page.kind !== "toConfirm") {
      return showNotConnected(context, page);
    }
    setCookie(context, cookie.name, browserToken, {
      path: "/",
      httpOnly: true,
      secure: cookie.isSecure,
      sameSite: "Lax",
      maxAge: cookieSeconds,
    });
    return showConfirmation(context, page);
  });

  app.post(confirmPath, async (context) => {
    const form = await readForm(context);
    const browserToken = getCookie(context, cookie.name);
    const confirmationToken = form.get("token");
    const decision = form.get("decision");
    if (browserToken === undefined || confirmationToken === null || !isDecision(decision)) {
      return showNotConnected(context, { kind: "over", reason: "" });
    }
    const isConfirmed = decision === "confirm";
    const outcome = await confirmSignIn(deps, { confirmationToken, browserToken, isConfirmed });
    if (outcome.kind !== "signedIn") {
      return showNotConnected(context, outcome, outcome.kind === "failed" && !isConfirmed ? 200 : 400);
    }
    return showPage(
      context,
      "Connected",
      html`<p><b>${outcome.fullName}</b> can use the connection “${outcome.connectionName}” now.</p>
        <p class="quiet">You can close this page.</p>`,
      200,
      stateMark("done"),
    );
  });
}

/** `__Host-` binds a cookie to this very host and to https (RFC 6265bis §4.1.3.2); plain http is for local use only. */
function chooseCookie(baseUrl: string): { name: string; isSecure: boolean } {
  const isSecure = baseUrl.startsWith("https:");
  return { name: isSecure ? "__Host-bowline-sign-in" : "bowline-sign-in", isSecure };
}

const isDecision = (text: string | null): boolean => text === "confirm" || text === "refuse";

function showConfirmation(context: Context, page: ToConfirm) {
  const { applicationName, receiver, companyName } = page;
  return showPage(
    context,
    page.renewedName === null
      ? `Give access to your ${applicationName} account?`
      : `Renew access to your ${applicationName} account?`,
    html`<dl>
        ${showRow("Account", html`<b>${page.accountLabel ?? `Your account at ${applicationName}`}</b>`)}
        ${showRow(
          "Receiver",
          html`<b>${receiver.fullName}</b> <span class="quiet">${receiver.email}</span>
            ${showKind(receiver.kind, companyName)}`,
        )}
        ${page.renewedName === null ? null : showRow("Connection", html`${page.renewedName}`)}
        ${page.scopes.length === 0 ? null : showRow("May", showScopes(page.scopes))}
        ${page.hosts.length === 0 ? null : showRow("Used at", html`${page.hosts.join(", ")}`)}
      </dl>
      <p class="notice">Refuse if you did not start this yourself, or do not want to give this receiver access. The agents and
        programs of ${receiver.fullName} can then act with your account.</p>
      ${
        page.formerAccount === null
          ? null
          : html`<p class="notice"><b>Another account:</b> so far this connection was for ${page.formerAccount}.</p>`
      }
      <form method="post" action="confirm">
        <input type="hidden" name="token" value="${page.confirmationToken}" />
        <button name="decision" value="confirm">Confirm</button>
        <button class="secondary" name="decision" value="refuse">Refuse</button>
      </form>`,
    200,
    html`<div class="pair">${monogram(applicationName)}${arrowMark}${receiverMark(receiver.kind)}</div>`,
  );
}

const showKind = (kind: "person" | "service", companyName: string): PageContent =>
  kind === "person"
    ? html`<span class="quiet">A person at <b>${companyName}</b></span>`
    : html`<span class="quiet">A service member of <b>${companyName}</b>: a program, not a person</span>`;

const showRow = (name: string, value: PageContent): PageContent =>
  html`<div><dt>${name}</dt><dd>${value}</dd></div>`;

const showScopes = (scopes: readonly string[]): PageContent =>
  html`<ul>${scopes.map((scope) => html`<li>${describeScope(scope)} <code>${scope}</code></li>`)}</ul>`;

function showNotConnected(context: Context, { kind, reason }: NotSignedIn, status: 200 | 400 = 400) {
  return showPage(
    context,
    "Not connected",
    kind === "over"
      ? html`<p>This sign-in is unknown, was already used, belongs to another browser, or has expired.</p>
          <p class="quiet">Start it again where you began it. You can close this page.</p>`
      : html`<p>${reason}</p>
          <p class="quiet">You can close this page, or start the sign-in again.</p>`,
    status,
    stateMark("failed"),
  );
}
