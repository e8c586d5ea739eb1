import type { Context, Hono } from "hono";
import { html } from "hono/html";
import { buildConnectUrl, buildReturnUrl } from "../connect/links/link-token.ts";
import { completeSignIn, type NotSignedIn, signInOver } from "../connect/sign-in/complete-sign-in.ts";
import { confirmSignIn } from "../connect/sign-in/confirm-sign-in.ts";
import { ownRedirectUri, redirectUri } from "../connect/sign-in/redirect-uri.ts";
import { maySwitchAccount } from "../connect/sign-in/switch-account.ts";
import type { Deps } from "../deps.ts";
import { openNameAccount } from "../execution/name-account.ts";
import { findSessionPerson } from "../identity/find-session-person.ts";
import { createToken, hashToken } from "../identity/token.ts";
import { keepBrowserToken, readBrowserToken, readLinkToken } from "./browser-cookie.ts";
import { cleanText } from "./clean-text.ts";
import { stateMark } from "./marks.ts";
import { showPage } from "./page.ts";
import { showWay } from "./page-rows.ts";
import { readForm } from "./read-form.ts";
import { showConfirmation } from "./sign-in-confirmation.ts";

const callbackPath = "/oauth/callback";
const confirmPath = "/oauth/confirm";
const maxFormBytes = 4096;
const maxReasonLength = 600;

type Decision = Parameters<typeof confirmSignIn>[1];

/**
 * Mounts the callback that a provider redirects the browser to, and the page that asks for confirmation before anything is stored,
 * unless the receiver is signed in to this browser (decisions D28). The page names the receiver: a person who opens somebody else's sign-in link must see who would get access.
 */
export function mountSignInPages(app: Hono, deps: Deps): void {
  const { baseUrl } = deps.config;
  app.get(callbackPath, (context) => finishSignIn(deps, context, redirectUri(baseUrl), "confirm"));
  app.get(`${callbackPath}/:authenticationId{[0-9]+}`, (context) => {
    const authenticationId = Number(context.req.param("authenticationId"));
    return finishSignIn(deps, context, ownRedirectUri(baseUrl, authenticationId), "../confirm");
  });
  app.post(confirmPath, (context) => takeDecision(deps, context));
}

/**
 * @param arrivedAt the address that the provider redirected to
 * @param confirmAction the relative address that the form of the confirmation is sent to
 */
async function finishSignIn(
  deps: Deps,
  context: Context,
  arrivedAt: string,
  confirmAction: string,
): Promise<Response> {
  if (context.req.raw.method !== "GET") {
    // A HEAD request of a link preview must not use up the state.
    return context.body(null, 404);
  }
  const { baseUrl } = deps.config;
  const browserToken = readBrowserToken(context, baseUrl) ?? createToken();
  const parameters = new URL(context.req.url).searchParams;
  const redirect = { parameters, arrivedAt, browserToken };
  const page = await completeSignIn(deps, openNameAccount(deps), redirect);
  if (page.kind !== "toConfirm") {
    return showNotConnected(context, baseUrl, page);
  }
  const memberId = await findMemberId(deps, context);
  const { accountUserId } = page.receiver;
  const isDecided =
    page.formerAccount === null
      ? memberId === accountUserId
      : !maySwitchAccount({ ...page, accountUserId }, memberId);
  // Nobody needs to be asked (decisions D28), or nobody here can confirm it.
  if (isDecided) {
    const { confirmationToken } = page;
    return decideSignIn(deps, context, { confirmationToken, browserToken, isConfirmed: true, memberId });
  }
  keepBrowserToken(context, baseUrl, browserToken);
  return showConfirmation(context, baseUrl, page, confirmAction);
}

/** The account user who is signed in to the browser; null: nobody. */
async function findMemberId({ db, config: { baseUrl } }: Deps, context: Context): Promise<number | null> {
  const person = await findSessionPerson({ db: db.kysely, baseUrl }, context.req.header("cookie"));
  return person === null || person.isProfileDeleted ? null : person.accountUserId;
}

/** Takes the form of the confirmation. */
async function takeDecision(deps: Deps, context: Context): Promise<Response> {
  const form = await readForm(context, maxFormBytes);
  const browserToken = readBrowserToken(context, deps.config.baseUrl);
  const confirmationToken = form?.get("token") ?? null;
  const decision = form?.get("decision");
  if (
    browserToken === null ||
    confirmationToken === null ||
    (decision !== "confirm" && decision !== "refuse")
  ) {
    return showNotConnected(context, deps.config.baseUrl, signInOver);
  }
  return decideSignIn(deps, context, {
    confirmationToken,
    browserToken,
    isConfirmed: decision === "confirm",
    memberId: await findMemberId(deps, context),
  });
}

async function decideSignIn(deps: Deps, context: Context, decision: Decision): Promise<Response> {
  const outcome = await confirmSignIn(deps, decision);
  if (outcome.kind !== "signedIn") {
    const isWanted = outcome.kind === "failed" && !decision.isConfirmed;
    return showNotConnected(context, deps.config.baseUrl, outcome, isWanted ? 200 : 400);
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

function showNotConnected(
  context: Context,
  baseUrl: string,
  { kind, reason, returnUrl, isRefusal, link }: NotSignedIn,
  status: 200 | 400 = 400,
) {
  const wayBack = returnUrl === null ? null : buildReturnUrl(returnUrl, "refused");
  if (wayBack !== null && isRefusal) {
    return context.redirect(wayBack, 303);
  }
  const again = link === null || link.isOver ? null : findConnectUrl(context, baseUrl, link.linkHash);
  return showPage(
    context,
    "Not connected",
    kind === "over"
      ? html`<p>This sign-in is unknown, was already used, belongs to another browser, has expired, its link has ended, or its application was deleted.</p>
          <p class="quiet">Start it again where you began it. You can close this page.</p>`
      : html`<p>${cleanText(reason, maxReasonLength)}</p>
          <p class="quiet">${
            link?.isOver
              ? "You can close this page. To sign in again, ask for a new link where you got this one."
              : "You can close this page, or start the sign-in again."
          }</p>
          ${again && showWay(again, "Try again")}
          ${wayBack && showWay(wayBack, `Back to ${new URL(wayBack).host}`, again === null ? "primary" : "secondary")}`,
    status,
    stateMark("failed"),
  );
}

/** The address of the link that a sign-in was begun from, for the browser that has come from there. Null for another one. */
function findConnectUrl(context: Context, baseUrl: string, linkHash: Buffer): string | null {
  const token = readLinkToken(context, baseUrl);
  return token !== null && hashToken(token).equals(linkHash) ? buildConnectUrl(baseUrl, token) : null;
}
