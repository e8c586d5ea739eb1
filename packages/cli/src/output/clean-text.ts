/**
 * Replaces control characters, so that text from elsewhere cannot move the cursor, end a line or end a column. Also those that
 * change the direction of writing.
 */
export const cleanText = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: These are the ones to replace.
  text.replace(/[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g, " ");

/** The same, but keeps line breaks and tabs. */
export const cleanLines = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: These are the ones to replace.
  text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]+/g, " ");

/** Writes a value as JSON for a terminal: the characters that `cleanText` replaces are escapes, which a program reads as the same. */
export const renderJson = (value: unknown, indent = 2): string =>
  JSON.stringify(value, null, indent).replace(
    /[\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
