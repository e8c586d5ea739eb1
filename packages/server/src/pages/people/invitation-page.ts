import type { Context, Hono } from "hono";
import { html } from "hono/html";
import { buildPath } from "../../build-path.ts";
import { type InvitedRow, loadInvitation } from "../../db/people/invitations.ts";
import { hasPasswords } from "../../db/people/passwords.ts";
import { acceptInvitation, joinCompany, mayJoin } from "../../identity/accept-invitation.ts";
import { buildSignInPath, type FoundSession } from "../../identity/find-session-person.ts";
import { TooManySignInsError } from "../../identity/password-hash.ts";
import { hashToken } from "../../identity/token.ts";
import { stateMark } from "../marks.ts";
import { showPage } from "../page.ts";
import type { PageContent } from "../page-content.ts";
import { readOwnForm, showForeignForm, showFormToken } from "./page-form.ts";
import { showNewPassword } from "./password-page.ts";
import { findHomePath, findPageSession, openPageSession, type PeopleParts } from "./people-parts.ts";

/**
 * Mounts the page of an invitation link (decisions D16, D54): a person sets their password there, or joins as the person they are
 * signed in as. Opening the link does not use it up, so programs that preview links do no harm.
 */
export function mountInvitationPage(app: Hono, parts: PeopleParts): void {
  app.get("/invitations/:token", async (context) => {
    const token = context.req.param("token");
    const [invited, session] = await loadBoth(parts, context, token);
    if (invited === null) {
      return showInvalid(context, parts);
    }
    if (context.req.query("signIn") !== undefined && session === null) {
      return context.redirect(buildSignInPath(parts.baseUrl, `/invitations/${token}`), 303);
    }
    return showInvitation(context, parts, invited, session);
  });

  app.post("/invitations/:token", async (context) => {
    const token = context.req.param("token");
    const [invited, session] = await loadBoth(parts, context, token);
    const form = await readOwnForm(context, parts.baseUrl, session);
    if (form === null) {
      return showForeignForm(context);
    }
    if (invited === null) {
      return showInvalid(context, parts);
    }
    if (form.has("join") && session?.caller) {
      const joined = await joinCompany(parts.db, session.caller, session.sessionHash, token);
      if (joined.kind !== "invalid") {
        parts.log.info({ accountUserId: invited.accountUserId }, "a person used an invitation");
      }
      return joined.kind === "invalid" ? showInvalid(context, parts) : showWelcome(context, parts, invited);
    }
    const accepted = await acceptInvitation(parts, token, form.get("password") ?? "").catch(
      (error: unknown) => {
        if (error instanceof TooManySignInsError) {
          return { kind: "unfit" as const, problem: "The server is busy. Try again in a few seconds." };
        }
        throw error;
      },
    );
    switch (accepted.kind) {
      case "invalid":
        return showInvalid(context, parts);
      case "unfit":
        return showInvitation(context, parts, invited, session, accepted.problem);
      case "accepted":
        parts.log.info({ accountUserId: accepted.accountUserId }, "a person used an invitation");
        await openPageSession(parts, context, [accepted.accountUserId]);
        return showWelcome(context, parts, invited);
    }
  });
}

const loadBoth = (parts: PeopleParts, context: Context, token: string) =>
  Promise.all([loadInvitation(parts.db, hashToken(token)), findPageSession(parts, context)]);

async function showInvitation(
  context: Context,
  { baseUrl, db, signInServer }: PeopleParts,
  invited: InvitedRow,
  session: FoundSession | null,
  problem: string | null = null,
) {
  const token = showFormToken(context, baseUrl, session);
  if (session?.caller && (await mayJoin(db, session.caller, invited))) {
    return showPage(
      context,
      `Join ${invited.companyName}`,
      html`<p><b>${invited.companyName}</b> invites you to its Bowline. You are signed in as
          <b>${session.caller.fullName}</b> (${session.caller.email}).</p>
        <form method="post">${token}<button name="join" value="yes">Join ${invited.companyName}</button></form>
        <p class="quiet after">Your password stays the same. You choose the company when you sign in.</p>`,
    );
  }
  // The link that the first start prints: there is nobody yet who could invite.
  const isFirst = invited.role === "Admin" && signInServer === null && !(await hasPasswords(db));
  return showPage(
    context,
    isFirst
      ? "Welcome to Bowline"
      : invited.hasPassword
        ? "Choose a new password"
        : `Join ${invited.companyName}`,
    html`${isFirst ? firstReason : showReason(invited)}
      ${problem === null ? null : html`<p class="notice problem" role="alert">${problem}</p>`}
      <form class="fields" method="post">
        ${token}
        <div class="field">
          <label for="email">E-mail address</label>
          <input id="email" type="email" value="${invited.email}" autocomplete="username" readonly />
        </div>
        ${showNewPassword(true)}
        <button>${invited.hasPassword ? "Set the password and sign in" : "Accept and sign in"}</button>
      </form>
      ${
        isFirst || invited.hasPassword || session !== null
          ? null
          : html`<p class="quiet after">Are you in another company here with this address? <a href="?signIn">Sign in first</a>, then one
              password is enough.</p>`
      }`,
    problem === null ? 200 : 400,
  );
}

const firstReason = html`<p>This server is new, and you are its first Admin. Choose a password, and keep it with this e-mail
  address: you sign in with both.</p>`;

const showReason = ({ hasPassword, fullName, companyName }: InvitedRow): PageContent =>
  hasPassword
    ? html`<p>Welcome back, ${fullName}. This link replaces your password at <b>${companyName}</b> and ends your sessions.</p>`
    : html`<p>Welcome, ${fullName}. <b>${companyName}</b> invites you to its Bowline, where you connect applications and let
        your agents use them.</p>`;

const showWelcome = (context: Context, parts: PeopleParts, { companyName }: InvitedRow) => {
  const home = buildPath(parts.baseUrl, findHomePath(parts));
  return parts.hasConsole
    ? context.redirect(home, 303)
    : showPage(
        context,
        "Welcome",
        html`<p>You are signed in at <b>${companyName}</b>.</p>
          <p><a class="button" href="${home}">Continue</a></p>`,
        200,
        stateMark("done"),
      );
};

const showInvalid = (context: Context, { baseUrl }: PeopleParts) =>
  showPage(
    context,
    "This link is not valid",
    html`<p>It is unknown, was already used, or has expired.</p>
      <p class="quiet">If you have used it, <a href="${buildPath(baseUrl, "/signin")}">sign in</a>. Otherwise ask the person who gave it
        to you for a new one.</p>`,
    404,
    stateMark("failed"),
  );
