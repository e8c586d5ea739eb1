/** Builds `%text%` for `like` and `ilike`, with the text's special characters escaped. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;

/** Builds the patterns for both ways to write accents in Unicode: as letters of their own, and as marks behind a letter. */
export const likePatterns = (text: string): string[] => [
  ...new Set([likePattern(text.normalize("NFC")), likePattern(text.normalize("NFD"))]),
];
