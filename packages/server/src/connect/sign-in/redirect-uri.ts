/** The address to which providers redirect browsers (decisions D28). Admins register it for the clients that they set. */
export const redirectUri = (baseUrl: string): string => `${baseUrl}/oauth/callback`;

/**
 * The redirect address of a client that this server registered by itself. No other method uses it, so a hostile authorization server
 * cannot pass off another's redirect as its own (RFC 9700 §4.4.2.2).
 */
export const ownRedirectUri = (baseUrl: string, authenticationId: number): string =>
  `${redirectUri(baseUrl)}/${authenticationId}`;
