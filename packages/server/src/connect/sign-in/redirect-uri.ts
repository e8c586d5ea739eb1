/** Where providers send browsers back to (decisions D28); registered with every client. */
export const redirectUri = (baseUrl: string): string => `${baseUrl}/oauth/callback`;
