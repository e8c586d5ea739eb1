import { cutText } from "../cut-text.ts";

/** Characters that are not seen, and those that turn the direction of the text around them. */
const hidden = /[\p{Cc}\p{Cf}\u2028\u2029]+/gu;

/** Prepares a text of somebody else for a page: one line without hidden characters, cut at a length. */
export function cleanText(text: string, maxLength = 120): string {
  return cutText(text.replace(hidden, " ").replace(/\s+/g, " ").trim(), maxLength);
}
