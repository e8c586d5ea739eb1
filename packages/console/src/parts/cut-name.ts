/** The most characters that the API takes for a name. */
const longestName = 200;

/** Cuts a long name so that it and `added` fit into a name, and drops the half of a character that is left of an emoji. It could not be stored. */
export const cutName = (name: string, added: string): string =>
  name.slice(0, longestName - added.length).replace(/\p{Cs}$/u, "");
