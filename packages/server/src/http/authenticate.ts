import { ApiError } from "../api-error.ts";
import type { Deps } from "../deps.ts";
import { hashApiKey, isApiKeyText } from "../identity/api-key-format.ts";
import type { Caller } from "../identity/caller.ts";

const bearer = /^bearer(\s|$)/i;

/**
 * Finds whoever a request acts for (contract, Authentication). A Bearer token beats a key, and until there is an
 * authorization server no token is valid (decisions D14).
 *
 * @throws ApiError `UNAUTHORIZED`
 */
export function authenticate(
  deps: Deps,
  authorization: string | undefined,
  apiKey: string | undefined,
): Caller | Promise<Caller> {
  if (authorization !== undefined && bearer.test(authorization)) {
    throw new ApiError(
      "UNAUTHORIZED",
      "The Bearer token is invalid. Send a valid one, or an API key as x-api-key and no token.",
    );
  }
  if (apiKey === undefined || apiKey === "") {
    throw new ApiError("UNAUTHORIZED", "A credential is missing. Send an API key in the header x-api-key.");
  }
  const keyHash = hashApiKey(apiKey);
  const caller = deps.rows.callers.peek(keyHash);
  return caller === undefined ? loadCaller(deps, apiKey, keyHash) : checkNotExpired(deps, caller);
}

async function loadCaller(deps: Deps, apiKey: string, keyHash: string): Promise<Caller> {
  const caller = isApiKeyText(apiKey) ? await deps.rows.callers.get(keyHash) : null;
  if (caller === null) {
    throw invalidKey();
  }
  return checkNotExpired(deps, caller);
}

function checkNotExpired(deps: Deps, caller: Caller): Caller {
  if (caller.expiresAtMs !== null && caller.expiresAtMs <= deps.clock()) {
    throw invalidKey();
  }
  return caller;
}

const invalidKey = (): ApiError =>
  new ApiError("UNAUTHORIZED", "The API key is invalid, expired or deleted.");
