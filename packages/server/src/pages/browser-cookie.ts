import type { Context } from "hono";
import { getCookie } from "hono/cookie";
import { signInMinutes } from "../connect/sign-in/sign-in-secrets.ts";
import { buildCookiePrefix } from "../identity/session-cookie.ts";
import { createToken } from "../identity/token.ts";
import { writeCookie } from "./write-cookie.ts";

const browserSeconds = 3600;
/** As long as a person may take to come back from the application (decisions D28). */
const linkSeconds = 60 * signInMinutes;

/** The token that recognizes a browser between two pages. It identifies no person. */
export const readBrowserToken = (context: Context, baseUrl: string): string | null =>
  getCookie(context, nameBrowserCookie(baseUrl)) ?? null;

/**
 * Gives a browser the token that it has already, or a new one, and returns it. All pages of a browser share it, so that two at once
 * do not disturb each other.
 */
export function keepBrowserToken(
  context: Context,
  baseUrl: string,
  token: string = readBrowserToken(context, baseUrl) ?? createToken(),
): string {
  writeCookie(context, baseUrl, { name: nameBrowserCookie(baseUrl), value: token, seconds: browserSeconds });
  return token;
}

/** Keeps the token of the connect link that the browser leaves for the application. */
export const keepLinkToken = (context: Context, baseUrl: string, linkToken: string): void =>
  writeCookie(context, baseUrl, { name: nameLinkCookie(baseUrl), value: linkToken, seconds: linkSeconds });

/** The token of the connect link that the browser last left. */
export const readLinkToken = (context: Context, baseUrl: string): string | null =>
  getCookie(context, nameLinkCookie(baseUrl)) ?? null;

const nameBrowserCookie = (baseUrl: string): string => `${buildCookiePrefix(baseUrl)}bowline-sign-in`;
const nameLinkCookie = (baseUrl: string): string => `${buildCookiePrefix(baseUrl)}bowline-sign-in-link`;
