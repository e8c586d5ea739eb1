import { hash } from "node:crypto";
import { isSameToken } from "../identity/token.ts";
import { isOwnHost, isOwnOrigin } from "./own-address.ts";

/** The name of the hidden field that holds a form's token. */
export const formTokenField = "formToken";

/** What a posted form says of where it comes from. Undefined: the header was not sent. */
export interface FormRequest {
  host: string | undefined;
  origin: string | undefined;
  /** The header `sec-fetch-site`. */
  site: string | undefined;
  /** The value of `formTokenField`; null: not sent. */
  token: string | null;
}

/** Creates the token of a form from the secret in the browser's cookie. Only a page that was made for this browser can hold it. */
export const createFormToken = (secret: string): string => hash("sha256", `form:${secret}`, "base64url");

/**
 * Whether a form was sent by a page of this server (CSRF). A browser names the page's origin; pages without a referrer send the text
 * `null` (decisions D59a), and then the token decides. A token that was sent must be right in any case.
 *
 * @param secret the cookie's value that the form is bound to; null: the browser sent none
 */
export function isOwnForm(
  baseUrl: string,
  { host, origin, site, token }: FormRequest,
  secret: string | null,
): boolean {
  const isNamed = origin !== undefined && origin !== "null";
  if (!isOwnHost(baseUrl, host) || (isNamed && !isOwnOrigin(baseUrl, origin, host))) {
    return false;
  }
  if (site !== undefined && site !== "same-origin" && site !== "none") {
    return false;
  }
  if (token === null) {
    return isNamed || site === "same-origin";
  }
  return secret !== null && isSameToken(token, createFormToken(secret));
}
