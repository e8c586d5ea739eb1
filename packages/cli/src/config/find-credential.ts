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
}

export const defaultUrl = "http://localhost:4400";

/**
 * Finds the server and the credential: first the environment, then the profile. A profile's credential is only for the profile's
 * server.
 *
 * @throws UsageError when the address in the environment is none
 */
export async function findTarget(
  environment: Record<string, string | undefined>,
  profileOption: string | undefined,
): Promise<Target> {
  const config = await readConfigFile();
  const profileName = profileOption ?? environment.BOWLINE_PROFILE ?? config.currentProfile;
  const profile = Object.hasOwn(config.profiles, profileName) ? config.profiles[profileName] : undefined;
  const url = environment.BOWLINE_URL
    ? readServerAddress(environment.BOWLINE_URL, "BOWLINE_URL")
    : trimSlashes(profile?.url || defaultUrl);
  const apiKey = environment.BOWLINE_API_KEY;
  if (apiKey !== undefined && apiKey !== "") {
    return { url, profileName, credential: { apiKey }, source: "environment" };
  }
  const isSameServer = profile !== undefined && trimSlashes(profile.url) === url;
  if (isSameServer && profile.apiKey !== undefined) {
    return { url, profileName, credential: { apiKey: profile.apiKey }, source: "profile" };
  }
  if (isSameServer && profile.tokens !== undefined) {
    return { url, profileName, credential: { tokens: profile.tokens }, source: "profile" };
  }
  return { url, profileName, credential: null, source: "none" };
}

/** Reads the address of a server. @param from where it was written @throws UsageError when it is none */
export function readServerAddress(text: string, from: string): string {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    throw new UsageError(`${from} is "${text}". It must be the address of a server, such as ${defaultUrl}.`);
  }
  return trimSlashes(text);
}

export const trimSlashes = (url: string): string => url.replace(/\/+$/, "");
