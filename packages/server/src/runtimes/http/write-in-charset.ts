import { charsetParameter, readStatedCharset } from "../text-charset.ts";
import type { WrittenBody } from "./written-body.ts";

const utf8 = /^utf-?8$/;
/** Those that write Latin letters as Latin-1 does. */
const latin = /^(?:us-ascii|iso-?8859-?1|latin-?1|windows-1252|cp1252)$/;
const asciiText = /^[\0-\x7f]*$/;
const latinText = /^[\0-\x7f\xa0-\xff]*$/;

/**
 * Writes a text in the charset that its media type states. In one that lacks a character of it, or that cannot be written here, the text is
 * in UTF-8, and the media type says so.
 */
export function writeInCharset(text: string, contentType: string): WrittenBody {
  const charset = readStatedCharset(contentType);
  if (charset === undefined || (latin.test(charset) && asciiText.test(text))) {
    return { contentType, body: text };
  }
  return latin.test(charset) && charset !== "us-ascii" && latinText.test(text)
    ? { contentType, body: Buffer.from(text, "latin1") }
    : { contentType: stateUtf8(contentType), body: text };
}

/** Replaces another charset that a media type states. */
export const stateUtf8 = (contentType: string): string =>
  utf8.test(readStatedCharset(contentType) ?? "utf-8")
    ? contentType
    : contentType.replace(charsetParameter, "; charset=utf-8");
