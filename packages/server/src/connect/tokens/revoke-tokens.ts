import { refreshTokenField, tokenField } from "../../connections/connection-secrets.ts";
import { ProviderError } from "../provider/provider-error.ts";
import type { ProviderCall } from "../provider/provider-exchange.ts";
import { revokeToken } from "../provider/token-endpoint.ts";

/**
 * Revokes a connection's tokens at the provider (RFC 7009). Revokes the refresh token first, because it can create new tokens.
 *
 * @param prepare prepares the call to the provider
 * @returns null when the provider has revoked them, else the reason why not
 */
export async function revokeTokens(
  prepare: () => Promise<ProviderCall>,
  secrets: Readonly<Record<string, string>>,
): Promise<ProviderError | null> {
  const { [refreshTokenField]: refreshToken, [tokenField]: token } = secrets;
  try {
    const call = await prepare();
    if (refreshToken !== undefined) {
      await revokeToken(call, refreshToken, "refresh_token");
    }
    if (token !== undefined) {
      await revokeToken(call, token, "access_token");
    }
    return null;
  } catch (error) {
    if (error instanceof ProviderError) {
      return error;
    }
    throw error;
  }
}
