/** Reads a parameter of the header `WWW-Authenticate` (RFC 9110 §11.6.1); null when it is absent. */
export function readChallenge(challenge: string, name: string): string | null {
  const [, quoted, plain] =
    new RegExp(`\\b${name}\\s*=\\s*(?:"([^"]*)"|([^\\s,"]+))`, "i").exec(challenge) ?? [];
  return quoted ?? plain ?? null;
}

/** Lists the scopes that a challenge asks for (RFC 6750 §3); null when it names none. */
export const readChallengeScopes = (challenge: string): string[] | null =>
  readChallenge(challenge, "scope")?.split(" ").filter(Boolean) ?? null;
