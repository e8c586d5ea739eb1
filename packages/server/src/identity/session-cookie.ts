import { parse } from "hono/utils/cookie";
import { isToken } from "./token.ts";

/** Days after which a session ends, however much it is used (decisions D54). */
export const sessionDays = 30;

/** Returns the name of the session's cookie. */
export const buildSessionCookieName = (baseUrl: string): string =>
  `${buildCookiePrefix(baseUrl)}bowline-session`;

/** Days that a browser keeps the cookie by which it is known. */
export const browserDays = 365;

/** Returns the name of the cookie that binds the forms of people without a session to their browser. */
export const buildFormCookieName = (baseUrl: string): string => `${buildCookiePrefix(baseUrl)}bowline-form`;

/** Returns the name of the cookie by which a browser is known that its person signed in with before. */
export const buildBrowserCookieName = (baseUrl: string): string =>
  `${buildCookiePrefix(baseUrl)}bowline-browser`;

/** What the names of cookies begin with. `__Host-` binds one to this very host and to https (RFC 6265bis §4.1.3.2); plain http is for local use only. */
export const buildCookiePrefix = (baseUrl: string): string => (isSecure(baseUrl) ? "__Host-" : "");

/** Whether cookies are for https only. */
export const isSecure = (baseUrl: string): boolean => baseUrl.startsWith("https:");

/** Reads a cookie that has the form of a token; null when there is none. */
export function readTokenCookie(cookieHeader: string | undefined, name: string): string | null {
  const token = cookieHeader === undefined ? undefined : parse(cookieHeader, name)[name];
  return token !== undefined && isToken(token) ? token : null;
}
