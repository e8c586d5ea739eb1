import type { AccessTokens } from "../access-tokens/access-tokens.ts";
import { ApiError } from "../api-error.ts";
import type { Caller } from "../db/people/callers.ts";
import type { Rows } from "../db/rows.ts";
import { hashApiKey, isApiKeyText } from "../identity/api-key-format.ts";

/** The credentials that came with a request; undefined where none was sent. */
export interface PresentedCredentials {
  /** The value of the `Authorization` header. */
  authorization: string | undefined;
  /** The value of the `x-api-key` header. */
  apiKey: string | undefined;
  /** The address of the resource that is called: a Bearer token must be for it (decisions D57). */
  resource: string;
}

/** The parts of the server that authentication uses. */
export interface AuthenticationParts {
  rows: Pick<Rows, "callers">;
  accessTokens: Pick<AccessTokens, "findCaller">;
  clock: () => number;
}

const bearer = /^bearer(?:\s+(\S*)\s*)?$/i;
const bearerScheme = /^bearer(\s|$)/i;

/**
 * Finds the caller that a credential belongs to (contract, Authentication). A Bearer token takes precedence over a key (decisions D14).
 *
 * @returns the caller at once for a key that was used lately
 * @throws ApiError `UNAUTHORIZED`
 */
export function authenticate(
  parts: AuthenticationParts,
  { authorization, apiKey, resource }: PresentedCredentials,
): Caller | Promise<Caller> {
  if (authorization !== undefined && bearerScheme.test(authorization)) {
    return findTokenCaller(parts, bearer.exec(authorization)?.[1] ?? "", resource);
  }
  if (apiKey === undefined || apiKey === "") {
    throw new ApiError(
      "UNAUTHORIZED",
      "A credential is missing. Send an API key in the header x-api-key, or a Bearer token.",
    );
  }
  const keyHash = hashApiKey(apiKey);
  // The form of a key in memory was checked when it was loaded.
  const known = parts.rows.callers.peek(keyHash);
  return known === undefined
    ? findKeyCaller(parts, isApiKeyText(apiKey) ? keyHash : null)
    : checkExpiry(known, parts.clock);
}

async function findTokenCaller(
  { accessTokens }: AuthenticationParts,
  token: string,
  resource: string,
): Promise<Caller> {
  const caller = await accessTokens.findCaller(token, resource);
  if (caller === null) {
    throw new ApiError(
      "UNAUTHORIZED",
      "The Bearer token is invalid, has expired, was withdrawn, or is for another address. Get a new one, or send an API key as x-api-key and no token.",
    );
  }
  return caller;
}

/** @param keyHash null: the text does not have the form of a key */
async function findKeyCaller({ rows, clock }: AuthenticationParts, keyHash: string | null): Promise<Caller> {
  return checkExpiry(keyHash === null ? null : await rows.callers.get(keyHash), clock);
}

function checkExpiry(caller: Caller | null, clock: () => number): Caller {
  if (caller === null || isExpired(caller, clock)) {
    throw new ApiError("UNAUTHORIZED", "The API key is invalid, expired or deleted.");
  }
  return caller;
}

const isExpired = ({ credential }: Caller, clock: () => number): boolean =>
  credential.expiresAtMs !== null && credential.expiresAtMs <= clock();
