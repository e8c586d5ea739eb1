import type { Kysely } from "kysely";
import { buildPath } from "../build-path.ts";
import type { Caller } from "../db/people/callers.ts";
import { loadSession, noteSessionUse, type SessionRow } from "../db/people/sessions.ts";
import type { Schema } from "../db/schema.ts";
import { buildSessionCookieName, readTokenCookie } from "./session-cookie.ts";
import { hashToken } from "./token.ts";

/** The parts that reading a session needs. */
export interface SessionParts {
  db: Kysely<Schema>;
  /** The public address. It decides the cookie's name. */
  baseUrl: string;
}

/** A session, and the secret that its forms are bound to (`entry/check-form.ts`): of this browser and the chosen account user. */
export interface FoundSession extends SessionRow {
  formSecret: string;
}

/**
 * Finds the person who is signed in, and the account user they act for. `/v1` never calls this: it takes no cookie (decisions D52).
 * The database is asked each time, so a session that was ended, or whose member was removed, is over at once on every server.
 *
 * @param cookieHeader the request's `Cookie` header
 * @returns null when nobody is signed in, or the person is in several companies and has not chosen one. `buildSignInPath` leads to
 * the page for both
 */
export async function findSessionPerson(
  parts: SessionParts,
  cookieHeader: string | undefined,
): Promise<Caller | null> {
  return (await findSession(parts, cookieHeader))?.caller ?? null;
}

/** Finds the session of a request, also one whose company is not chosen yet; null when there is none or it has ended. */
export async function findSession(
  { db, baseUrl }: SessionParts,
  cookieHeader: string | undefined,
): Promise<FoundSession | null> {
  const token = readTokenCookie(cookieHeader, buildSessionCookieName(baseUrl));
  if (token === null) {
    return null;
  }
  const session = await loadSession(db, hashToken(token));
  if (session === null) {
    return null;
  }
  if (session.isUseToNote) {
    await noteSessionUse(db, session.sessionHash);
  }
  // A page that was shown before the person chose another company must not act for that one.
  return { ...session, formSecret: `${token}:${session.caller?.accountUserId ?? ""}` };
}

/**
 * Builds the path of the sign-in page, for a redirect. It leads back to `returnTo` when the person is signed in and has chosen a company.
 *
 * @param returnTo a path of this server with its query, as the server sees it
 * @param extra `again`: the page is shown also to a person who is signed in; `email`: fills in the address
 */
export const buildSignInPath = (
  baseUrl: string,
  returnTo: string,
  extra: { again?: "true"; email?: string } = {},
): string => buildPath(baseUrl, `/signin?${new URLSearchParams({ returnTo, ...extra }).toString()}`);
