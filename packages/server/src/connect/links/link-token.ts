import { hash } from "node:crypto";
import { isSameToken } from "../../identity/token.ts";

/** How long a connect link works (decisions D51). */
export const linkMinutes = 10;

/** The address of a connect link's page. */
export const buildConnectUrl = (baseUrl: string, token: string): string => `${baseUrl}/connect/${token}`;

/** What a person was shown before they typed a secret. */
export interface ShownForm {
  linkToken: string;
  browserToken: string;
  authenticationId: number;
  /** The hosts that get the credentials. */
  hosts: readonly string[];
}

/** The token of a form. Only a page that this browser was shown contains it, and only for what that page said. */
export const buildFormToken = ({ linkToken, browserToken, authenticationId, hosts }: ShownForm): string =>
  hash("sha256", JSON.stringify([linkToken, browserToken, authenticationId, hosts]), "base64url");

export const isFormToken = (sent: string | null, shown: ShownForm): boolean =>
  isSameToken(sent ?? "", buildFormToken(shown));

/** Where the browser goes after a link. @param returnUrl the link's, with the state in its query */
export function buildReturnUrl(returnUrl: string, status: "connected" | "refused"): string {
  const url = new URL(returnUrl);
  url.searchParams.set("status", status);
  return url.href;
}
