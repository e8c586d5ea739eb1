import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { createToken } from "../identity/token.ts";

const cookieSeconds = 3600;

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
  setCookie(context, cookie.name, token, {
    path: "/",
    httpOnly: true,
    secure: cookie.isSecure,
    sameSite: "Lax",
    maxAge: cookieSeconds,
  });
  return token;
}
