import type { Hono } from "hono";
import { html } from "hono/html";
import { buildPath } from "../../build-path.ts";
import { deleteSession } from "../../db/people/sessions.ts";
import { stateMark } from "../marks.ts";
import { showPage } from "../page.ts";
import { readOwnForm, showForeignForm, showFormToken } from "./page-form.ts";
import { dropSessionCookie, findPageSession, type PeopleParts } from "./people-parts.ts";

/** Mounts `/signout`. Only a posted form signs out (decisions D59b); a link to it shows the button. */
export function mountSignOutPage(app: Hono, parts: PeopleParts): void {
  const { db, baseUrl } = parts;

  app.get("/signout", async (context) => {
    const session = await findPageSession(parts, context);
    if (session === null) {
      return context.redirect(buildPath(baseUrl, "/signin"), 303);
    }
    return showPage(
      context,
      "Sign out?",
      html`<p>Your agents and programs go on: they have keys and grants of their own.</p>
        <form method="post" action="${buildPath(baseUrl, "/signout")}">
          ${showFormToken(context, baseUrl, null)}
          <button>Sign out</button>
        </form>`,
    );
  });

  app.post("/signout", async (context) => {
    const session = await findPageSession(parts, context);
    if ((await readOwnForm(context, baseUrl, session)) === null) {
      return showForeignForm(context);
    }
    if (session !== null) {
      await deleteSession(db, session.sessionHash);
      parts.log.info({ accountUserId: session.caller?.accountUserId }, "a person signed out");
    }
    dropSessionCookie(parts, context);
    return showPage(
      context,
      "You are signed out",
      html`<p><a href="${buildPath(baseUrl, "/signin")}">Sign in again</a></p>`,
      200,
      stateMark("done"),
    );
  });
}
