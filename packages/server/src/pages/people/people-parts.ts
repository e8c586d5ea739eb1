import type { Context } from "hono";
import type { Kysely } from "kysely";
import { noteBrowser } from "../../db/people/known-browsers.ts";
import type { Schema } from "../../db/schema.ts";
import { type FoundSession, findSession } from "../../identity/find-session-person.ts";
import type { PasswordHasher } from "../../identity/password-hash.ts";
import {
  browserDays,
  buildBrowserCookieName,
  buildSessionCookieName,
  readTokenCookie,
  sessionDays,
} from "../../identity/session-cookie.ts";
import type { SignInServer } from "../../identity/sign-in-server.ts";
import { startSession } from "../../identity/start-session.ts";
import { createToken, hashToken } from "../../identity/token.ts";
import type { Logger } from "../../log/logger.ts";
import { writeCookie } from "../write-cookie.ts";

const daySeconds = 24 * 60 * 60;

/** What the pages of people need. */
export interface PeopleParts {
  db: Kysely<Schema>;
  baseUrl: string;
  passwords: PasswordHasher;
  /** The operator's OpenID provider; null: none. */
  signInServer: SignInServer | null;
  /** Whether people use the console. */
  hasConsole: boolean;
  /** CIDRs of proxies whose `x-forwarded-for` is believed. */
  trustedProxies: readonly string[];
  log: Logger;
  clock: () => number;
}

export const accountPath = "/account";
export const consolePath = "/console/";

/** Where a person goes who asked for no other page. */
export const findHomePath = ({ hasConsole }: Pick<PeopleParts, "hasConsole">): string =>
  hasConsole ? consolePath : accountPath;

export const findPageSession = (parts: PeopleParts, context: Context): Promise<FoundSession | null> =>
  findSession(parts, context.req.header("cookie"));

/** Starts a session in this browser, in place of the one it may have. */
export async function openPageSession(
  parts: PeopleParts,
  context: Context,
  accountUserIds: readonly number[],
): Promise<void> {
  const former = await findPageSession(parts, context);
  const token = await startSession(parts.db, parts.clock(), accountUserIds, former?.sessionHash ?? null);
  writeCookie(context, parts.baseUrl, {
    name: buildSessionCookieName(parts.baseUrl),
    value: token,
    seconds: sessionDays * daySeconds,
  });
  const browser = readKnownBrowserToken(parts, context) ?? createToken();
  await noteBrowser(parts.db, hashToken(browser), accountUserIds);
  writeCookie(context, parts.baseUrl, {
    name: buildBrowserCookieName(parts.baseUrl),
    value: browser,
    seconds: browserDays * daySeconds,
  });
  parts.log.info({ accountUserIds }, "a person signed in");
}

const readKnownBrowserToken = ({ baseUrl }: PeopleParts, context: Context): string | null =>
  readTokenCookie(context.req.header("cookie"), buildBrowserCookieName(baseUrl));

/** Returns the hash by which the browser of a request may be known; null: it has no cookie. */
export function findBrowserHash(parts: PeopleParts, context: Context): Buffer | null {
  const token = readKnownBrowserToken(parts, context);
  return token === null ? null : hashToken(token);
}

export const dropSessionCookie = (parts: PeopleParts, context: Context): void =>
  writeCookie(context, parts.baseUrl, { name: buildSessionCookieName(parts.baseUrl), value: "", seconds: 0 });
