import type { Context, Hono } from "hono";
import { html } from "hono/html";
import { buildPath } from "../../build-path.ts";
import { changePassword } from "../../identity/change-password.ts";
import { TooManySignInsError } from "../../identity/password-hash.ts";
import { passwordLength } from "../../password-length.ts";
import { stateMark } from "../marks.ts";
import { showPage } from "../page.ts";
import type { PageContent } from "../page-content.ts";
import { readOwnForm, showForeignForm, showFormToken } from "./page-form.ts";
import { accountPath, type PeopleParts } from "./people-parts.ts";
import { type SignedIn, withPerson } from "./with-person.ts";

const path = "/account/password";

/** Mounts the page where a person changes their password (decisions D54). */
export function mountPasswordPage(app: Hono, parts: PeopleParts): void {
  app.get(path, (context) => withPerson(parts, context, (signedIn) => showForm(context, parts, signedIn)));

  app.post(path, (context) =>
    withPerson(parts, context, async (signedIn) => {
      const form = await readOwnForm(context, parts.baseUrl, signedIn.session);
      if (form === null) {
        return showForeignForm(context);
      }
      const sent = { current: form.get("currentPassword") ?? "", next: form.get("password") ?? "" };
      const outcome = await changePassword(parts, signedIn.caller, signedIn.session.sessionHash, sent).catch(
        (error: unknown) => {
          if (error instanceof TooManySignInsError) {
            return { kind: "busy" as const };
          }
          throw error;
        },
      );
      switch (outcome.kind) {
        case "changed":
          parts.log.info({ userId: signedIn.caller.userId }, "a person changed their password");
          return showChanged(context, parts);
        case "unfit":
          return showForm(context, parts, signedIn, outcome.problem, 400);
        case "wrong":
          return showForm(context, parts, signedIn, "The current password is wrong.", 400);
        case "busy":
          return showForm(
            context,
            parts,
            signedIn,
            "Too many people sign in right now. Try again in a few seconds.",
            503,
          );
        case "throttled":
          context.header("retry-after", String(outcome.retryAfterSeconds));
          return showForm(context, parts, signedIn, "There were too many wrong tries. Try again later.", 429);
      }
    }),
  );
}

function showForm(
  context: Context,
  { baseUrl }: PeopleParts,
  { session, caller }: SignedIn,
  problem: string | null = null,
  status: 200 | 400 | 429 | 503 = 200,
) {
  return showPage(
    context,
    "Change your password",
    html`${problem === null ? null : html`<p class="notice problem" role="alert">${problem}</p>`}
      <form class="fields" method="post" action="${buildPath(baseUrl, path)}">
        ${showFormToken(context, baseUrl, session)}
        <input type="hidden" name="username" value="${caller.email}" autocomplete="username" />
        <div class="field">
          <label for="currentPassword">Current password</label>
          <input id="currentPassword" name="currentPassword" type="password" autocomplete="current-password" maxlength="${passwordLength.most}" required autofocus />
        </div>
        ${showNewPassword()}
        <button>Change the password</button>
      </form>
      <p class="quiet after">Your other sessions end. <a href="${buildPath(baseUrl, accountPath)}">Back to your account</a></p>`,
    status,
  );
}

/**
 * The field for a new password; its name is `password`.
 *
 * @param isFirst it is the first field that can be filled in, and gets the focus
 */
export const showNewPassword = (isFirst = false): PageContent =>
  html`<div class="field">
    <label for="password">New password</label>
    <input id="password" name="password" type="password" autocomplete="new-password" minlength="${passwordLength.least}" maxlength="${passwordLength.most}" required ${isFirst ? "autofocus" : ""} aria-describedby="rule" />
    <p class="quiet" id="rule">At least ${passwordLength.least} characters, and not a common one. Four random words are a good password.</p>
  </div>`;

const showChanged = (context: Context, { baseUrl }: PeopleParts) =>
  showPage(
    context,
    "Password changed",
    html`<p>Your other sessions have ended.</p>
      <p><a href="${buildPath(baseUrl, accountPath)}">Back to your account</a></p>`,
    200,
    stateMark("done"),
  );
