import type { Context, Hono } from "hono";
import { html } from "hono/html";
import { buildPath } from "../../build-path.ts";
import { chooseAccountUser, listSessionChoices } from "../../db/people/sessions.ts";
import { buildSignInPath, type FoundSession } from "../../identity/find-session-person.ts";
import { monogram } from "../marks.ts";
import { showPage } from "../page.ts";
import { readOwnForm, showForeignForm, showFormToken } from "./page-form.ts";
import { findHomePath, findPageSession, type PeopleParts } from "./people-parts.ts";
import { chooseFormTargets, readReturnPath } from "./return-path.ts";

/** Mounts `/signin/company`, where a person in several companies chooses one, also later (decisions D54). */
export function mountCompanyPage(app: Hono, parts: PeopleParts): void {
  app.get("/signin/company", async (context) => {
    const returnTo = readReturnPath(context.req.query("returnTo") ?? null);
    const session = await findPageSession(parts, context);
    return session === null
      ? context.redirect(buildSignInPath(parts.baseUrl, returnTo ?? findHomePath(parts)), 303)
      : showChoice(context, parts, session, returnTo);
  });

  app.post("/signin/company", async (context) => {
    const session = await findPageSession(parts, context);
    if (session === null) {
      return context.redirect(buildSignInPath(parts.baseUrl, findHomePath(parts)), 303);
    }
    const form = await readOwnForm(context, parts.baseUrl, session);
    if (form === null) {
      return showForeignForm(context);
    }
    const returnTo = readReturnPath(form.get("returnTo"));
    const accountUserId = form.get("accountUserId") ?? "";
    const isChosen =
      /^\d{1,9}$/.test(accountUserId) &&
      (await chooseAccountUser(parts.db, session.sessionHash, Number(accountUserId)));
    return isChosen
      ? context.redirect(buildPath(parts.baseUrl, returnTo ?? findHomePath(parts)), 303)
      : showChoice(context, parts, session, returnTo);
  });
}

async function showChoice(
  context: Context,
  { db, baseUrl }: PeopleParts,
  session: FoundSession,
  returnTo: string | null,
) {
  const choices = await listSessionChoices(db, session.sessionHash);
  const isOnly = choices.length === 1;
  return showPage(
    context,
    isOnly ? "Your company" : "Choose a company",
    html`<p class="quiet">${isOnly ? "You are in one company only. Go on with it." : "You are in several companies. What you do from here is done for the one you choose."}</p>
      <form class="companies" method="post" action="${buildPath(baseUrl, "/signin/company")}">
        ${showFormToken(context, baseUrl, null)}
        ${returnTo === null ? null : html`<input type="hidden" name="returnTo" value="${returnTo}" />`}
        ${choices.map(
          ({ accountUserId, companyName, fullName, role }) =>
            html`<button class="secondary" name="accountUserId" value="${accountUserId}">${monogram(companyName)}<span>${companyName}<small>as ${fullName}, ${role}</small></span></button>`,
        )}
      </form>`,
    200,
    null,
    chooseFormTargets(returnTo),
  );
}
