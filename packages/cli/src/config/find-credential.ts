import { UsageError } from "../errors.ts";
import { readConfigFile, type StoredTokens } from "./config-file.ts";

/** The server to call and what to call it with. */
export interface Target {
  url: string;
  profileName: string;
  /** Null: not signed in. */
  credential: { apiKey: string } | { tokens: StoredTokens } | null;
  /** Where the credential comes from. */
  source: "environment" | "profile" | "none";
  /** Whether the profile was typed with `--profile`, so that the environment does not count. */
  isTyped: boolean;
}

const defaultUrl = "http://localhost:4400";

/**
 * Finds the server and the credential: first a profile that was typed, then the environment, then the chosen profile. A profile's
 * credential is only for the profile's server. The address for a typed profile that does not exist yet is the environment's.
 *
 * @param typedProfile of `--profile`; undefined without it
 * @throws UsageError when the address in the environment is none
 */
export async function findTarget(
  environment: Record<string, string | undefined>,
  typedProfile: string | undefined,
): Promise<Target> {
  const config = await readConfigFile();
  const isTyped = typedProfile !== undefined;
  const profileName = typedProfile ?? (environment.BOWLINE_PROFILE || config.currentProfile);
  const profile = config.profiles[profileName];
  const url =
    environment.BOWLINE_URL && !(isTyped && profile?.url)
      ? readServerAddress(environment.BOWLINE_URL, "BOWLINE_URL")
      : trimSlashes(profile?.url || defaultUrl);
  const found = { url, profileName, isTyped };
  const apiKey = isTyped ? undefined : environment.BOWLINE_API_KEY;
  if (apiKey !== undefined && apiKey !== "") {
    return { ...found, credential: { apiKey }, source: "environment" };
  }
  const isSameServer = profile !== undefined && trimSlashes(profile.url) === url;
  if (isSameServer && profile.apiKey !== undefined) {
    return { ...found, credential: { apiKey: profile.apiKey }, source: "profile" };
  }
  if (isSameServer && profile.tokens !== undefined) {
    return { ...found, credential: { tokens: profile.tokens }, source: "profile" };
  }
  return { ...found, credential: null, source: "none" };
}

/**
 * Finds the target of the bridge. A client starts it from a file in which the profile stands beside the variables, and the client's
 * key is in the variables. So they come first here, and the profile is asked when there is no key.
 *
 * @throws UsageError when the address in the environment is none
 */
export const findBridgeTarget = (
  environment: Record<string, string | undefined>,
  profileName: string | undefined,
): Promise<Target> =>
  findTarget(
    { ...environment, ...(profileName !== undefined && { BOWLINE_PROFILE: profileName }) },
    undefined,
  );

/** Reads the address of a server. @param from where it was written @throws UsageError when it is none */
export function readServerAddress(text: string, from: string): string {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    throw new UsageError(`${from} is "${text}". It must be the address of a server, such as ${defaultUrl}.`);
  }
  return trimSlashes(text);
}

export const trimSlashes = (url: string): string => url.replace(/\/+$/, "");
