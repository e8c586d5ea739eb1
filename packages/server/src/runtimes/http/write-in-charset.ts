import type { WrittenBody } from "./written-body.ts";

const stated = /;\s*charset\s*=\s*"?([^\s;"]+)"?/i;
const utf8 = /^utf-?8$/i;
/** Those that write Latin letters as Latin-1 does. */
const latin = /^(?:us-ascii|iso-?8859-?1|latin-?1|windows-1252|cp1252)$/i;
const asciiText = /^[\0-\x7f]*$/;
const latinText = /^[\0-\x7f\xa0-\xff]*$/;

/**
 * Writes a text in the charset that its media type states. In one that lacks a character of it, or that cannot be written here, the text is
 * in UTF-8, and the media type says so.
 */
export function writeInCharset(text: string, contentType: string): WrittenBody {
  const charset = readCharset(contentType);
  if (latin.test(charset) && asciiText.test(text)) {
    return { contentType, body: text };
  }
  return latin.test(charset) && !/ascii/i.test(charset) && latinText.test(text)
    ? { contentType, body: Buffer.from(text, "latin1") }
    : { contentType: stateUtf8(contentType), body: text };
}

/** Replaces another charset that a media type states. */
export const stateUtf8 = (contentType: string): string =>
  utf8.test(readCharset(contentType)) ? contentType : contentType.replace(stated, "; charset=utf-8");

const readCharset = (contentType: string): string => stated.exec(contentType)?.[1] ?? "utf-8";
