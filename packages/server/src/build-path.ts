/** Builds a path as a browser sees it: below the path of the public address, which a proxy may take off. */
export const buildPath = (baseUrl: string, path: string): string =>
  new URL(baseUrl).pathname.replace(/\/$/, "") + path;
