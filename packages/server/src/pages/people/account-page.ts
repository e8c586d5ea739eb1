import type { Context, Hono } from "hono";
import { html } from "hono/html";
import { buildPath } from "../../build-path.ts";
import { loadPassword } from "../../db/people/passwords.ts";
import { endPersonSessions, listSessionChoices } from "../../db/people/sessions.ts";
import { createFirstKey } from "../../identity/create-first-key.ts";
import { stateMark } from "../marks.ts";
import { showPage } from "../page.ts";
import { showRow } from "../page-rows.ts";
import { readOwnForm, showForeignForm, showFormToken } from "./page-form.ts";
import { accountPath, consolePath, type PeopleParts } from "./people-parts.ts";
import { type SignedIn, withPerson } from "./with-person.ts";

/** Mounts `/account`: who is signed in, and what they can do with their session. */
export function mountAccountPage(app: Hono, parts: PeopleParts): void {
  const { db, baseUrl } = parts;

  app.get(accountPath, (context) =>
    withPerson(parts, context, (signedIn) => showAccount(context, parts, signedIn)),
  );

  app.post("/account/sessions", (context) =>
    withPerson(parts, context, async (signedIn) => {
      if ((await readOwnForm(context, baseUrl, signedIn.session)) === null) {
        return showForeignForm(context);
      }
      await endPersonSessions(db, signedIn.caller.userId, signedIn.session.sessionHash);
      return showAccount(context, parts, signedIn, "Your other sessions have ended.");
    }),
  );

  app.post("/account/key", (context) =>
    withPerson(parts, context, async ({ session, caller }) => {
      if ((await readOwnForm(context, baseUrl, session)) === null) {
        return showForeignForm(context);
      }
      const apiKey = await createFirstKey(db, caller.accountUserId);
      return showPage(
        context,
        "Your API key",
        html`<code class="key">${apiKey}</code>
          <p class="notice">It is shown only this once. Keep it safe: anyone who has it can act as you.</p>
          <p class="quiet">Send it as the header <code>x-api-key</code> with every request.</p>
          <p><a href="${buildPath(baseUrl, accountPath)}">Back to your account</a></p>`,
        200,
        stateMark("done"),
      );
    }),
  );
}

async function showAccount(
  context: Context,
  { db, baseUrl, hasConsole }: PeopleParts,
  { session, caller }: SignedIn,
  done: string | null = null,
) {
  const [choices, password] = await Promise.all([
    listSessionChoices(db, session.sessionHash),
    loadPassword(db, caller.userId),
  ]);
  const token = showFormToken(context, baseUrl, session);
  return showPage(
    context,
    "Your account",
    html`${done === null ? null : html`<p class="success" role="status">${done}</p>`}
      <dl>
        ${showRow("Name", html`<b>${caller.fullName}</b>`)}
        ${showRow("E-mail", html`${caller.email}`)}
        ${showRow(
          "Company",
          html`${caller.companyName}${
            choices.length > 1 ? html` <a href="${buildPath(baseUrl, "/signin/company")}">Change</a>` : null
          }`,
        )}
        ${showRow("Role", html`${caller.role}`)}
      </dl>
      <div class="actions">
        ${hasConsole ? html`<a class="button" href="${buildPath(baseUrl, consolePath)}">Open the console</a>` : null}
        <a class="button secondary" href="${buildPath(baseUrl, "/approvals")}">Waiting approvals</a>
        ${
          password === null
            ? null
            : html`<a class="button secondary" href="${buildPath(baseUrl, "/account/password")}">Change the password</a>`
        }
        <form method="post" action="${buildPath(baseUrl, "/account/key")}">${token}<button class="secondary">Create an API key</button></form>
        <form method="post" action="${buildPath(baseUrl, "/account/sessions")}">${token}<button class="secondary">End my other sessions</button></form>
        <form method="post" action="${buildPath(baseUrl, "/signout")}">${token}<button ${hasConsole ? html`class="secondary"` : ""}>Sign out</button></form>
      </div>`,
  );
}
