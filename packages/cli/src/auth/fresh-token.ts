import { type Profile, readConfigFile, type StoredTokens, writeConfigFile } from "../config/config-file.ts";
import { withConfigLock } from "../config/lock-config.ts";
import { NotSignedInError } from "../errors.ts";
import { discover, OAuthError, postForm, type TokenResponse } from "./authorization-server.ts";
import { keepTokens } from "./device-login.ts";

const marginMs = 30_000;

/** Where the tokens of a sign-in are kept. */
export interface TokenPlace {
  url: string;
  profileName: string;
  /** What they are for: `/v1`, `/mcp` or `/mcp/{toolsetId}`. */
  resource: string;
}

/**
 * Makes a function that returns an access token that is still valid, and renews it if needed. A refresh token works once, and a
 * second use ends the sign-in, so only one command renews at a time.
 *
 * The function takes the token that the server refused, if any, and throws a NotSignedInError when the sign-in has ended.
 */
export function keepFresh(
  place: TokenPlace,
  known: StoredTokens,
): (refused: string | undefined) => Promise<string> {
  let current = known;
  const isUsable = (tokens: StoredTokens, refused: string | undefined): boolean =>
    tokens.accessToken !== refused && tokens.expiresAt - marginMs > Date.now();
  return async (refused) => {
    if (!isUsable(current, refused)) {
      current = await withConfigLock(async () => {
        const config = await readConfigFile();
        const profile = config.profiles[place.profileName];
        const stored = readTokens(profile, place.resource);
        if (profile === undefined || stored === undefined) {
          throw ended(place.resource);
        }
        if (isUsable(stored, refused)) {
          return stored;
        }
        const renewed = await renew(place, stored);
        writeTokens(profile, place.resource, renewed);
        await writeConfigFile(config);
        return renewed;
      });
    }
    return current.accessToken;
  };
}

export const readTokens = (profile: Profile | undefined, resource: string): StoredTokens | undefined =>
  resource === "/v1" ? profile?.tokens : profile?.mcpTokens?.[resource];

export function writeTokens(profile: Profile, resource: string, tokens: StoredTokens): void {
  if (resource === "/v1") {
    profile.tokens = tokens;
  } else {
    profile.mcpTokens = { ...profile.mcpTokens, [resource]: tokens };
  }
}

async function renew({ url, resource }: TokenPlace, tokens: StoredTokens): Promise<StoredTokens> {
  const { clientId, refreshToken } = tokens;
  if (refreshToken === null) {
    throw ended(resource);
  }
  const { token_endpoint: endpoint } = await discover(url);
  try {
    const renewed = await postForm<TokenResponse>(endpoint, {
      grant_type: "refresh_token",
      refresh_token: refreshToken,
      client_id: clientId,
    });
    return keepTokens(clientId, renewed);
  } catch (error) {
    throw error instanceof OAuthError && endings.includes(error.code) ? ended(resource) : error;
  }
}

/** The token or the client is no longer known (RFC 6749 §5.2). Other errors may pass. */
const endings = ["invalid_grant", "invalid_client"];

const ended = (resource: string) =>
  new NotSignedInError(
    resource === "/v1"
      ? "Your sign-in has ended. Run `bowline login` again."
      : "Your sign-in for MCP has ended. Run `bowline mcp login` again.",
  );
