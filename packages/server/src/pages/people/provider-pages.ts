import type { Context, Hono } from "hono";
import { getCookie } from "hono/cookie";
import { html } from "hono/html";
import { z } from "zod";
import { buildPath } from "../../build-path.ts";
import { listAccountUsersByEmail } from "../../db/people/person-companies.ts";
import { buildCookiePrefix } from "../../identity/session-cookie.ts";
import { type SignInServer, SignInServerError } from "../../identity/sign-in-server.ts";
import { stateMark } from "../marks.ts";
import { showPage } from "../page.ts";
import { writeCookie } from "../write-cookie.ts";
import { openPageSession, type PeopleParts } from "./people-parts.ts";
import { readReturnPath } from "./return-path.ts";
import { continueTo } from "./sign-in-page.ts";

const cookieSeconds = 600;
/** Browsers drop longer cookies. */
const longestReturn = 2000;

/** What a browser keeps while its person is at the provider. It is theirs alone, so nothing has to be hidden from them. */
const pendingSignIn = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string(),
  returnTo: z.string().nullable(),
});
type PendingSignIn = z.infer<typeof pendingSignIn>;

/** Mounts the way over the operator's OpenID provider (decisions D54). */
export function mountProviderPages(app: Hono, parts: PeopleParts, signInServer: SignInServer): void {
  app.get("/signin/provider", (context) => begin(context, parts, signInServer));
  app.get("/signin/callback", (context) => complete(context, parts, signInServer));
}

async function begin(context: Context, parts: PeopleParts, signInServer: SignInServer) {
  const wanted = readReturnPath(context.req.query("returnTo") ?? null);
  const returnTo = wanted !== null && wanted.length <= longestReturn ? wanted : null;
  try {
    const { url, secrets } = await signInServer.begin();
    keepPending(context, parts.baseUrl, { ...secrets, returnTo });
    return context.redirect(url, 303);
  } catch (error) {
    return showFailure(context, parts, error);
  }
}

async function complete(context: Context, parts: PeopleParts, signInServer: SignInServer) {
  const { baseUrl } = parts;
  const pending = readPending(getCookie(context, nameCookie(baseUrl)));
  if (pending === null || context.req.raw.method !== "GET") {
    return showFailure(
      context,
      parts,
      new SignInServerError("This sign-in was begun in another browser, or is over."),
    );
  }
  keepPending(context, baseUrl, null);
  try {
    const { email } = await signInServer.complete(new URL(context.req.url).searchParams, pending);
    const accountUserIds = email.includes("\0") ? [] : await listAccountUsersByEmail(parts.db, email);
    if (accountUserIds.length === 0) {
      parts.log.warn("a person signed in at the sign-in server who is not a member");
      return showStranger(context, parts, email);
    }
    await openPageSession(parts, context, accountUserIds);
    return continueTo(context, parts, accountUserIds.length > 1, pending.returnTo);
  } catch (error) {
    return showFailure(context, parts, error);
  }
}

const nameCookie = (baseUrl: string): string => `${buildCookiePrefix(baseUrl)}bowline-signing-in`;

/** @param pending null: deletes the cookie */
function keepPending(context: Context, baseUrl: string, pending: PendingSignIn | null): void {
  const value = pending === null ? "" : Buffer.from(JSON.stringify(pending)).toString("base64url");
  writeCookie(context, baseUrl, {
    name: nameCookie(baseUrl),
    value,
    seconds: pending === null ? 0 : cookieSeconds,
  });
}

/** The browser's own cookie may hold anything, so the path is checked again. */
function readPending(text: string | undefined): PendingSignIn | null {
  try {
    const pending = pendingSignIn.parse(JSON.parse(Buffer.from(text ?? "", "base64url").toString("utf8")));
    return { ...pending, returnTo: readReturnPath(pending.returnTo) };
  } catch {
    return null;
  }
}

function showFailure(context: Context, { baseUrl, log }: PeopleParts, error: unknown) {
  if (!(error instanceof SignInServerError)) {
    throw error;
  }
  log.warn({ reason: error.message }, "a sign-in at the sign-in server failed");
  return showPage(
    context,
    "Not signed in",
    html`<p>${error.message}</p>
      <p><a href="${buildPath(baseUrl, "/signin")}">Sign in again</a></p>`,
    400,
    stateMark("failed"),
  );
}

const showStranger = (context: Context, { baseUrl }: PeopleParts, email: string) =>
  showPage(
    context,
    "You are not a member yet",
    html`<p>You signed in as <b>${email}</b>, but no company here has a member with this address.</p>
      <p class="quiet">Ask an Admin of your company to add you, then <a href="${buildPath(baseUrl, "/signin")}">sign in again</a>.</p>`,
    403,
    stateMark("failed"),
  );
