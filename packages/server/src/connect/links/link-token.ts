import { hash, timingSafeEqual } from "node:crypto";

/** How long a connect link works (decisions D51). */
export const linkMinutes = 10;

const tokenPattern = /^[\w-]{43}$/;

/** Whether a text can be the token of a link, so that other texts cost no query. */
export const isLinkToken = (text: string): boolean => tokenPattern.test(text);

/** The address of a connect link's page. */
export const buildConnectUrl = (baseUrl: string, token: string): string => `${baseUrl}/connect/${token}`;

/** The token of the page's forms. Only a page that this browser was shown contains it. */
export const buildFormToken = (linkToken: string, browserToken: string): string =>
  hash("sha256", `connect-form ${linkToken} ${browserToken}`, "base64url");

export function isFormToken(sent: string | null, linkToken: string, browserToken: string): boolean {
  const expected = Buffer.from(buildFormToken(linkToken, browserToken));
  const given = Buffer.from(sent ?? "");
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Where the browser goes after a link. @param returnUrl the link's, with the state in its query */
export function buildReturnUrl(returnUrl: string, status: "connected" | "refused"): string {
  const url = new URL(returnUrl);
  url.searchParams.set("status", status);
  return url.href;
}
