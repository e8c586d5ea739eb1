const own = "http://own.invalid";
const longest = 8000;

/**
 * Reads the path that a person is sent to after signing in. Only a path of this server is taken, with its query; a browser must not
 * read it as another host (`//host`, `/\host`, `/.//host`).
 *
 * @returns null when there is none, or it is not one
 */
export function readReturnPath(text: string | null): string | null {
  if (text === null || text.length > longest || !isPath(text)) {
    return null;
  }
  const url = URL.parse(text, own);
  if (url === null || url.origin !== own) {
    return null;
  }
  const path = url.pathname + url.search + url.hash;
  return isPath(path) ? path : null;
}

const isPath = (text: string): boolean => /^\/(?![/\\])/.test(text);

/**
 * Says where the forms may lead that end at a path. Chromium checks every redirect after a form, and the authorization server sends a
 * person who has agreed before straight on to the client (decisions D59a).
 */
export const chooseFormTargets = (returnTo: string | null): readonly string[] | "any" =>
  returnTo?.startsWith("/oauth/") ? "any" : [];
