import type { Context, Hono } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { html } from "hono/html";
import { completeSignIn, type NotSignedIn, type ToConfirm } from "../connect/sign-in/complete-sign-in.ts";
import { confirmSignIn } from "../connect/sign-in/confirm-sign-in.ts";
import { createToken } from "../connect/sign-in/sign-in-secrets.ts";
import type { Deps } from "../deps.ts";
import { showPage } from "./page.ts";

const callbackPath = "/oauth/callback";
const confirmPath = "/oauth/confirm";
const cookieSeconds = 3600;
const maxFormBytes = 4096;

/**
 * Where a provider sends the browser back to, and the page there that asks before anything is stored (decisions D28). Whoever
 * sends his own sign-in link to another must not receive the other's account, so that the page names the receiver.
 */
export function mountSignInPages(app: Hono, deps: Deps): void {
  const cookie = chooseCookie(deps.config.baseUrl);

  app.get(callbackPath, async (context) => {
    if (context.req.raw.method !== "GET") {
      // A program that only looks must not use the state up.
      return context.body(null, 404);
    }
    // The same for all sign-ins of a browser, so that two at once do not disturb each other.
    const browserToken = getCookie(context, cookie.name) ?? createToken();
    const parameters = new URL(context.req.url).searchParams;
    const page = await completeSignIn(deps, parameters, browserToken);
    if (page.kind !== "toConfirm") {
      return showEnd(context, page);
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
      return showEnd(context, { kind: "over", reason: "" });
    }
    const isConfirmed = decision === "confirm";
    const end = await confirmSignIn(deps, { confirmationToken, browserToken, isConfirmed });
    if (end.kind !== "signedIn") {
      return showEnd(context, end, end.kind === "failed" && !isConfirmed ? 200 : 400);
    }
    return showPage(
      context,
      "Connected",
      html`<p>${end.fullName} can use the connection “${end.connectionName}” now.</p>
        <p>You can close this page.</p>`,
    );
  });
}

/** `__Host-` binds a cookie to this very host and to https (RFC 6265bis §4.1.3.2); plain http is for a machine by itself. */
function chooseCookie(baseUrl: string): { name: string; isSecure: boolean } {
  const isSecure = baseUrl.startsWith("https:");
  return { name: isSecure ? "__Host-bowline-sign-in" : "bowline-sign-in", isSecure };
}

const isDecision = (text: string | null): boolean => text === "confirm" || text === "refuse";

/** A browser's form always tells its length. */
async function readForm(context: Context): Promise<URLSearchParams> {
  const length = Number(context.req.header("content-length") ?? Number.NaN);
  return new URLSearchParams(length <= maxFormBytes ? await context.req.text() : "");
}

function showConfirmation(context: Context, page: ToConfirm) {
  const { applicationName, accountLabel, fullName, companyName } = page;
  const account =
    accountLabel === null
      ? html`Your account at <b>${applicationName}</b>`
      : html`The account <b>${accountLabel}</b> at <b>${applicationName}</b>`;
  return showPage(
    context,
    page.isRenewal ? "Renew a connection?" : "Give access?",
    html`<p>${account} is about to be given to <b>${fullName}</b> of <b>${companyName}</b>, whose agents and programs can
      then act with it.</p>
      <p>Refuse if you did not start this yourself, or if this is not whom you want to have it.</p>
      <form method="post" action="confirm">
        <input type="hidden" name="token" value="${page.confirmationToken}" />
        <button name="decision" value="confirm">Confirm</button>
        <button name="decision" value="refuse">Refuse</button>
      </form>`,
  );
}

function showEnd(context: Context, { kind, reason }: NotSignedIn, status: 200 | 400 = 400) {
  return showPage(
    context,
    "Not connected",
    kind === "over"
      ? html`<p>This sign-in is unknown, was used already, belongs to another browser, or is over. Start it again.</p>`
      : html`<p>${reason}</p><p>You can close this page, or start the sign-in again.</p>`,
    status,
  );
}
