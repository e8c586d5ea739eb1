/** Builds `%text%` for `like` and `ilike`, with the text's special characters escaped. */
export const likePattern = (text: string): string => `%${text.replace(/[\\%_]/g, "\\$&")}%`;
