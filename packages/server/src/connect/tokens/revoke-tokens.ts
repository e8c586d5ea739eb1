import { refreshTokenField, tokenField } from "../../connections/connection-secrets.ts";
import type { ConnectParts } from "../connect-parts.ts";
import { type ConnectionAtProvider, prepareProviderCall } from "../provider/provider-call.ts";
import { ProviderError } from "../provider/provider-error.ts";
import { revokeToken } from "../provider/token-endpoint.ts";

/**
 * Revokes a connection's tokens at the provider (RFC 7009). Revokes the refresh token first, because it can create new tokens.
 *
 * @returns null when the provider has revoked them, else the reason why not
 */
export async function revokeTokens(
  parts: ConnectParts,
  connection: ConnectionAtProvider,
  secrets: Readonly<Record<string, string>>,
): Promise<string | null> {
  const { [refreshTokenField]: refreshToken, [tokenField]: token } = secrets;
  try {
    const call = await prepareProviderCall(parts, connection);
    if (refreshToken !== undefined) {
      await revokeToken(call, refreshToken, "refresh_token");
    }
    if (token !== undefined) {
      await revokeToken(call, token, "access_token");
    }
    return null;
  } catch (error) {
    if (error instanceof ProviderError) {
      return error.message;
    }
    throw error;
  }
}
