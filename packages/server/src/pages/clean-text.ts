import { hiddenCharacters } from "@bowline/contract/hidden-characters";
import { cutText } from "../cut-text.ts";

/** Prepares a text of somebody else for a page: one line without hidden characters, cut at a length. */
export function cleanText(text: string, maxLength = 120): string {
  const seen = text.replace(hiddenCharacters, (kept, found?: string) => (found === undefined ? kept : " "));
  return cutText(seen.replace(/\s+/g, " ").trim(), maxLength);
}
