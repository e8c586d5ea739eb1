import { cutText } from "../cut-text.ts";

/**
 * Characters that are not seen, and those that turn the direction of the text around them. A variation selector after an emoji is kept: it
 * says only how that one is drawn.
 */
const hidden =
  /\p{Extended_Pictographic}\ufe0f|([\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]+)/gu;

/** Prepares a text of somebody else for a page: one line without hidden characters, cut at a length. */
export function cleanText(text: string, maxLength = 120): string {
  const seen = text.replace(hidden, (kept, found?: string) => (found === undefined ? kept : " "));
  return cutText(seen.replace(/\s+/g, " ").trim(), maxLength);
}
