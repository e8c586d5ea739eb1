import { defaultScopes, operationScopes } from "@bowline/contract";

/** Every scope that a client may ask for (decisions D58). */
export const knownScopes: ReadonlySet<string> = new Set([...operationScopes, "openid", "offline_access"]);

/** What a request without a scope gets, as far as the client may have it. */
export function chooseDefaultScope(clientScope: string | undefined): string {
  const allowed = clientScope?.split(" ");
  return defaultScopes.filter((scope) => allowed?.includes(scope) ?? true).join(" ");
}
