/** The address to which providers redirect browsers (decisions D28). It is registered for every client. */
export const redirectUri = (baseUrl: string): string => `${baseUrl}/oauth/callback`;
