import { ApiError } from "../api-error.ts";
import { InsufficientScopeError } from "./authorize.ts";

/**
 * Builds the `WWW-Authenticate` header of a refused request (RFC 6750 §3, RFC 9728 §5.1); null when the error needs none.
 *
 * @param baseUrl the address of the server, without a trailing slash, by the name that the client called it by
 * @param resourcePath the path of the resource that was called, such as `/v1`
 * @param hasToken whether a Bearer token was sent
 * @param scope the scopes to ask for, separated by spaces; default: not named
 */
export function buildChallenge(
  error: unknown,
  baseUrl: string,
  resourcePath: string,
  hasToken: boolean,
  scope?: string,
): string | null {
  const metadata = `resource_metadata="${buildMetadataUrl(baseUrl, resourcePath)}"`;
  if (error instanceof InsufficientScopeError) {
    return `Bearer error="insufficient_scope", scope="${error.scope}", ${metadata}`;
  }
  if (error instanceof ApiError && error.code === "UNAUTHORIZED") {
    const wanted = scope === undefined ? metadata : `${metadata}, scope="${scope}"`;
    return hasToken ? `Bearer error="invalid_token", ${wanted}` : `Bearer ${wanted}`;
  }
  return null;
}

/** The well-known part comes before the path (RFC 9728 §3.1). */
function buildMetadataUrl(baseUrl: string, resourcePath: string): string {
  const { origin, pathname } = new URL(baseUrl + resourcePath);
  return `${origin}/.well-known/oauth-protected-resource${pathname}`;
}
