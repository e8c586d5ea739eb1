/** Characters that are not seen, and those that turn the direction of the text around them. */
const hidden = /[\p{Cc}\p{Cf}\u2028\u2029]+/gu;

/** Prepares a text of somebody else for a page: one line without hidden characters, cut at a length. */
export function cleanText(text: string, maxLength = 120): string {
  const clean = text.replace(hidden, " ").replace(/\s+/g, " ").trim();
  return clean.length <= maxLength ? clean : `${clean.slice(0, maxLength - 1).toWellFormed()}…`;
}
