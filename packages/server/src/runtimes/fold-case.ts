/**
 * Writes a text so that texts that differ in case only are equal, and parts of equal texts are, too. Lower case alone writes the last sigma of
 * a word in another way: `ΟΔΟΣ` would not be the beginning of `ΟΔΟΣΗΜΟ`.
 */
export const foldCase = (text: string): string => text.toLowerCase().replaceAll("ς", "σ");
