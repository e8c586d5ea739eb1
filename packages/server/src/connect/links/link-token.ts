/** How long a connect link works (decisions D51). */
export const linkMinutes = 10;

/** The address of a connect link's page. */
export const buildConnectUrl = (baseUrl: string, token: string): string => `${baseUrl}/connect/${token}`;
