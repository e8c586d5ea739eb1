import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { signInMinutes } from "../connect/sign-in/sign-in-secrets.ts";
import { createToken } from "../identity/token.ts";

const cookieSeconds = 3600;
/** As long as a person may take to come back from the application (decisions D28). */
const linkSeconds = 60 * signInMinutes;

/** A cookie that recognizes a browser between two pages. It identifies no person. */
export interface BrowserCookie {
  name: string;
  isSecure: boolean;
}

/** `__Host-` binds a cookie to this very host and to https (RFC 6265bis §4.1.3.2); plain http is for local use only. */
export function chooseCookie(baseUrl: string): BrowserCookie {
  const isSecure = baseUrl.startsWith("https:");
  return { name: isSecure ? "__Host-bowline-sign-in" : "bowline-sign-in", isSecure };
}

export const readBrowserToken = (context: Context, cookie: BrowserCookie): string | null =>
  getCookie(context, cookie.name) ?? null;

/**
 * Gives a browser the token that it has already, or a new one, and returns it. All pages of a browser share it, so that two at once
 * do not disturb each other.
 */
export function keepBrowserToken(
  context: Context,
  cookie: BrowserCookie,
  token: string = readBrowserToken(context, cookie) ?? createToken(),
): string {
  keep(context, cookie, cookie.name, token, cookieSeconds);
  return token;
}

/** Keeps the token of the connect link that the browser leaves for the application. */
export const keepLinkToken = (context: Context, cookie: BrowserCookie, linkToken: string): void =>
  keep(context, cookie, nameLinkCookie(cookie), linkToken, linkSeconds);

/** The token of the connect link that the browser last left. */
export const readLinkToken = (context: Context, cookie: BrowserCookie): string | null =>
  getCookie(context, nameLinkCookie(cookie)) ?? null;

const nameLinkCookie = ({ name }: BrowserCookie): string => `${name}-link`;

const keep = (
  context: Context,
  { isSecure }: BrowserCookie,
  name: string,
  value: string,
  maxAge: number,
): void =>
  setCookie(context, name, value, { path: "/", httpOnly: true, secure: isSecure, sameSite: "Lax", maxAge });
