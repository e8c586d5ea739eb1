import type { HttpBindings } from "@hono/node-server";
import type { Context, Hono } from "hono";
import { html } from "hono/html";
import { buildPath } from "../../build-path.ts";
import { hasPasswords } from "../../db/people/passwords.ts";
import { findRequestAddress } from "../../entry/find-request-address.ts";
import { TooManySignInsError } from "../../identity/password-hash.ts";
import { signInWithPassword } from "../../identity/sign-in-with-password.ts";
import { describeMinutes } from "../../limits/describe-minutes.ts";
import { showPage } from "../page.ts";
import { readOwnForm, showForeignForm, showFormToken } from "./page-form.ts";
import {
  findBrowserHash,
  findHomePath,
  findPageSession,
  openPageSession,
  type PeopleParts,
} from "./people-parts.ts";
import { chooseFormTargets, readReturnPath } from "./return-path.ts";

interface ShownForm {
  returnTo: string | null;
  email?: string;
  problem?: string;
  status?: 200 | 400 | 429 | 503;
  /** Whether the person was signed in until now. */
  isEnded?: boolean;
}

/** Mounts `/signin` (decisions D54). `returnTo` is the path of this server that a person wants to see. */
export function mountSignInPage(app: Hono, parts: PeopleParts): void {
  app.get("/signin", async (context) => {
    const returnTo = readReturnPath(context.req.query("returnTo") ?? null);
    const session = await findPageSession(parts, context);
    return session === null || context.req.query("again") === "true"
      ? showSignIn(context, parts, {
          returnTo,
          email: (context.req.query("email") ?? "").slice(0, 320),
          isEnded: context.req.query("ended") === "true",
        })
      : continueTo(context, parts, session.caller === null, returnTo);
  });
  app.post("/signin", (context) => takeForm(context, parts));
}

async function takeForm(context: Context, parts: PeopleParts) {
  const form = await readOwnForm(context, parts.baseUrl, null, isNoBrowser(context));
  if (form === null) {
    return showForeignForm(context);
  }
  const returnTo = readReturnPath(form.get("returnTo") ?? context.req.query("returnTo") ?? null);
  const email = form.get("email") ?? "";
  const outcome = await checkPassword(parts, context, email, form.get("password") ?? "");
  switch (outcome.kind) {
    case "proven":
      await openPageSession(parts, context, outcome.accountUserIds);
      return continueTo(context, parts, outcome.accountUserIds.length > 1, returnTo);
    case "throttled":
      parts.log.warn("a sign-in was refused after too many wrong tries");
      context.header("retry-after", String(outcome.retryAfterSeconds));
      return showSignIn(context, parts, {
        returnTo,
        email,
        status: 429,
        problem: `There were too many tries. Wait ${describeMinutes(outcome.retryAfterSeconds)}, then try again.`,
      });
    case "busy":
      context.header("retry-after", "5");
      return showSignIn(context, parts, {
        returnTo,
        email,
        status: 503,
        problem: "Many people are signing in right now. Try again in a few seconds.",
      });
    case "wrong":
      // The address only: what was typed as the e-mail address may be a password.
      parts.log.warn(
        { address: findAddress(context, parts) },
        "a sign-in failed: wrong e-mail address or password",
      );
      return showSignIn(context, parts, {
        returnTo,
        email,
        status: 400,
        problem: "The e-mail address or the password is wrong.",
      });
  }
}

/** A program such as curl has no cookies that another site could misuse. Browsers name the origin of every posted form. */
const isNoBrowser = (context: Context): boolean =>
  ["cookie", "origin", "referer", "sec-fetch-site"].every((name) => context.req.header(name) === undefined);

/** The network address of the browser; null when it is unknown. */
const findAddress = (context: Context, { trustedProxies }: PeopleParts): string | null =>
  findRequestAddress((context.env as HttpBindings).incoming, trustedProxies);

async function checkPassword(parts: PeopleParts, context: Context, email: string, password: string) {
  const source = {
    address: findAddress(context, parts),
    browserHash: findBrowserHash(parts, context),
  };
  try {
    return await signInWithPassword(parts, { email, password }, source);
  } catch (error) {
    if (error instanceof TooManySignInsError) {
      return { kind: "busy" as const };
    }
    throw error;
  }
}

/**
 * Sends a person who is signed in to the page they want.
 *
 * @param mustChoose whether they choose a company first
 */
export function continueTo(
  context: Context,
  parts: PeopleParts,
  mustChoose: boolean,
  returnTo: string | null,
): Response {
  const path = mustChoose ? buildChoicePath(returnTo) : (returnTo ?? findHomePath(parts));
  return context.redirect(buildPath(parts.baseUrl, path), 303);
}

/** Builds the path of the page where a person chooses a company. */
const buildChoicePath = (returnTo: string | null): string =>
  returnTo === null ? "/signin/company" : `/signin/company?${new URLSearchParams({ returnTo }).toString()}`;

async function showSignIn(context: Context, parts: PeopleParts, shown: ShownForm) {
  const { returnTo, email = "", problem, status = 200, isEnded = false } = shown;
  const { db, baseUrl, signInServer } = parts;
  const isUnused = signInServer === null && !(await hasPasswords(db));
  const query = returnTo === null ? "" : `?${new URLSearchParams({ returnTo }).toString()}`;
  return showPage(
    context,
    "Sign in",
    html`${
      isUnused
        ? html`<p class="notice">Nobody has a password here yet. The first start of the server printed a link for the Admin, who chooses one
            there. The link is also in the file <code>admin-sign-in-link</code> of the server's data folder.</p>`
        : null
    }${isEnded ? html`<p class="notice">Your session has ended. Sign in to go on where you were.</p>` : null}${
      signInServer === null
        ? null
        : html`<a class="button secondary block" href="${buildPath(baseUrl, "/signin/provider")}${query}">Sign in with ${signInServer.name}</a>
          <p class="or">or with a password</p>`
    }
      ${problem === undefined ? null : html`<p class="notice problem" role="alert">${problem}</p>`}
      <form class="fields" method="post" action="${buildPath(baseUrl, "/signin")}">
        ${showFormToken(context, baseUrl, null)}
        ${returnTo === null ? null : html`<input type="hidden" name="returnTo" value="${returnTo}" />`}
        <div class="field">
          <label for="email">E-mail address</label>
          <input id="email" name="email" type="email" value="${email}" autocomplete="username" maxlength="320" required ${email === "" ? "autofocus" : ""} />
        </div>
        <div class="field">
          <label for="password">Password</label>
          <input id="password" name="password" type="password" autocomplete="current-password" maxlength="200" required ${email === "" ? "" : "autofocus"} />
        </div>
        <button>Sign in</button>
      </form>
      <p class="quiet after">Forgot your password, or have none yet? An Admin of your company can give you a new link.</p>`,
    status,
    null,
    chooseFormTargets(returnTo),
  );
}
