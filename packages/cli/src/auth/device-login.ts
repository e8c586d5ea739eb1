import { setTimeout as delay } from "node:timers/promises";
import { scopes } from "@bowline/sdk";
import type { StoredTokens } from "../config/config-file.ts";
import { NotSignedInError } from "../errors.ts";
import {
  discover,
  OAuthError,
  postForm,
  registerClient,
  type TokenResponse,
} from "./authorization-server.ts";

/** What the person has to do (RFC 8628 §3.2). */
export interface DeviceCode {
  device_code: string;
  user_code: string;
  verification_uri: string;
  verification_uri_complete?: string;
  /** Seconds. */
  expires_in: number;
  /** Seconds between two questions. */
  interval?: number;
}

/** Everything that commands do. The server leaves out what the person may not give. */
const wantedScopes = [...scopes, "offline_access"].join(" ");

const deviceGrant = "urn:ietf:params:oauth:grant-type:device_code";

/**
 * Signs in with a code that the person checks in a browser (RFC 8628).
 *
 * @param resource what the tokens are for, below the server's address: `/v1`, `/mcp` or `/mcp/{toolsetId}`
 * @param show shows the code and the link
 * @throws NotSignedInError when the person refuses, or the code expires
 */
export async function logInWithDevice(
  url: string,
  resource: string,
  show: (code: DeviceCode) => void,
): Promise<StoredTokens> {
  const server = await discover(url);
  const clientId = await registerClient(server);
  const code = await postForm<DeviceCode>(server.device_authorization_endpoint, {
    client_id: clientId,
    resource: server.issuer.replace(/\/$/, "") + resource,
    scope: wantedScopes,
  });
  show(code);
  let pauseMs = (code.interval ?? 5) * 1000;
  for (;;) {
    await delay(pauseMs);
    try {
      const form = { grant_type: deviceGrant, device_code: code.device_code, client_id: clientId };
      return keepTokens(clientId, await postForm<TokenResponse>(server.token_endpoint, form));
    } catch (error) {
      if (!(error instanceof OAuthError)) {
        throw error;
      }
      if (error.code === "slow_down") {
        pauseMs += 5000;
      } else if (error.code !== "authorization_pending") {
        throw new NotSignedInError(explain(error));
      }
    }
  }
}

function explain({ code, message }: OAuthError): string {
  if (code === "access_denied") {
    return "The sign-in was refused.";
  }
  return code === "expired_token" ? "The code has expired. Run `bowline login` again." : message;
}

export const keepTokens = (clientId: string, tokens: TokenResponse): StoredTokens => ({
  clientId,
  accessToken: tokens.access_token,
  refreshToken: tokens.refresh_token ?? null,
  expiresAt: Date.now() + tokens.expires_in * 1000,
});
