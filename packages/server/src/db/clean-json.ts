/** Half a surrogate pair, NUL, and other escapes, which stay. `JSON.stringify` writes whole pairs without an escape. */
const escapes = /\\(?:u(d[89a-f][0-9a-f]{2})|(u0000)|.)/g;

/**
 * Replaces half surrogate pairs in JSON by U+FFFD, and removes NUL. PostgreSQL stores them in a column of the type json, and then cannot
 * read any member of the value.
 *
 * @param json as `JSON.stringify` writes it
 */
export const cleanJson = (json: string): string =>
  json.replace(escapes, (whole, half: string | undefined, nul: string | undefined) =>
    half !== undefined ? "\ufffd" : nul !== undefined ? "" : whole,
  );
