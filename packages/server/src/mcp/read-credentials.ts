import type { PresentedCredentials } from "../entry/authenticate.ts";

const keyAsBearer = /^bearer\s+(bwl_\S+)\s*$/i;

/**
 * Reads the credentials of a request. An API key may also come as a Bearer token, since some clients send nothing else (decisions D52).
 *
 * @param resource the address that was called
 */
export function readCredentials(headers: Headers, resource: string): PresentedCredentials {
  const authorization = headers.get("authorization") ?? undefined;
  const [, key] = keyAsBearer.exec(authorization ?? "") ?? [];
  return key === undefined
    ? { authorization, apiKey: headers.get("x-api-key") ?? undefined, resource }
    : { authorization: undefined, apiKey: key, resource };
}
