import { readConfigFile, type StoredTokens, writeConfigFile } from "../config/config-file.ts";
import { withConfigLock } from "../config/lock-config.ts";
import { NotSignedInError } from "../errors.ts";
import { discover, OAuthError, postForm, type TokenResponse } from "./authorization-server.ts";
import { keepTokens } from "./device-login.ts";

const marginMs = 30_000;

/**
 * Returns an access token that is still valid, and renews it if needed. A refresh token works once, and a second use ends the
 * sign-in, so only one command renews at a time.
 *
 * @throws NotSignedInError when the sign-in has ended
 */
export async function findFreshToken(url: string, profileName: string, known: StoredTokens): Promise<string> {
  if (isFresh(known)) {
    return known.accessToken;
  }
  return await withConfigLock(async () => {
    const config = await readConfigFile();
    const profile = config.profiles[profileName];
    if (profile?.tokens === undefined) {
      throw ended();
    }
    if (!isFresh(profile.tokens)) {
      profile.tokens = await renew(url, profile.tokens);
      await writeConfigFile(config);
    }
    return profile.tokens.accessToken;
  });
}

async function renew(url: string, { clientId, refreshToken }: StoredTokens): Promise<StoredTokens> {
  if (refreshToken === null) {
    throw ended();
  }
  const { token_endpoint: endpoint } = await discover(url);
  try {
    const tokens = await postForm<TokenResponse>(endpoint, {
      grant_type: "refresh_token",
      refresh_token: refreshToken,
      client_id: clientId,
    });
    return keepTokens(clientId, tokens);
  } catch (error) {
    throw error instanceof OAuthError ? ended() : error;
  }
}

const isFresh = ({ expiresAt }: StoredTokens): boolean => expiresAt - marginMs > Date.now();

const ended = () => new NotSignedInError("Your sign-in has ended. Run `bowline login` again.");
