import type { Context } from "hono";
import { setCookie } from "hono/cookie";
import type { Kysely } from "kysely";
import type { Schema } from "../../db/schema.ts";
import { type FoundSession, findSession } from "../../identity/find-session-person.ts";
import type { PasswordHasher } from "../../identity/password-hash.ts";
import { buildSessionCookieName, isSecure, sessionDays } from "../../identity/session-cookie.ts";
import type { SignInServer } from "../../identity/sign-in-server.ts";
import { startSession } from "../../identity/start-session.ts";
import type { Logger } from "../../logger.ts";

/** What the pages of people need. */
export interface PeopleParts {
  db: Kysely<Schema>;
  baseUrl: string;
  passwords: PasswordHasher;
  /** The operator's OpenID provider; null: none. */
  signInServer: SignInServer | null;
  /** CIDRs of proxies whose `x-forwarded-for` is believed. */
  trustedProxies: readonly string[];
  log: Logger;
  clock: () => number;
}

/** Where a person goes who asked for no other page. */
export const homePath = "/account";

/** Prefixes a path with that of the public address, which a proxy may take off. */
export const buildPath = (baseUrl: string, path: string): string =>
  new URL(baseUrl).pathname.replace(/\/$/, "") + path;

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
  writeCookie(parts, context, token, sessionDays * 24 * 60 * 60);
  parts.log.info({ accountUserIds }, "a person signed in");
}

export const dropSessionCookie = (parts: PeopleParts, context: Context): void =>
  writeCookie(parts, context, "", 0);

function writeCookie({ baseUrl }: PeopleParts, context: Context, value: string, maxAge: number): void {
  setCookie(context, buildSessionCookieName(baseUrl), value, {
    path: "/",
    httpOnly: true,
    secure: isSecure(baseUrl),
    sameSite: "Lax",
    maxAge,
  });
}
