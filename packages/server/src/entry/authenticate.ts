import { ApiError } from "../api-error.ts";
import type { Caller } from "../db/callers.ts";
import type { Rows } from "../db/rows.ts";
import { hashApiKey, isApiKeyText } from "../identity/api-key-format.ts";

/** The credentials that came with a request; undefined where none was sent. */
export interface PresentedCredentials {
  /** The value of the `Authorization` header. */
  authorization: string | undefined;
  /** The value of the `x-api-key` header. */
  apiKey: string | undefined;
}

const bearer = /^bearer(\s|$)/i;

/**
 * Finds the caller that a credential belongs to (contract, Authentication). A Bearer token takes precedence over a key. There is no
 * authorization server yet, so no token is valid (decisions D14).
 *
 * @throws ApiError `UNAUTHORIZED`
 */
export async function authenticate(
  callers: Rows["callers"],
  clock: () => number,
  { authorization, apiKey }: PresentedCredentials,
): Promise<Caller> {
  if (authorization !== undefined && bearer.test(authorization)) {
    throw new ApiError(
      "UNAUTHORIZED",
      "The Bearer token is invalid. Send a valid one, or an API key as x-api-key and no token.",
    );
  }
  if (apiKey === undefined || apiKey === "") {
    throw new ApiError("UNAUTHORIZED", "A credential is missing. Send an API key in the header x-api-key.");
  }
  const caller = isApiKeyText(apiKey) ? await callers.get(hashApiKey(apiKey)) : null;
  if (caller === null || isExpired(caller, clock())) {
    throw new ApiError("UNAUTHORIZED", "The API key is invalid, expired or deleted.");
  }
  return caller;
}

const isExpired = ({ credential }: Caller, nowMs: number): boolean =>
  credential.expiresAtMs !== null && credential.expiresAtMs <= nowMs;
