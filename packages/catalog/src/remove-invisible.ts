/** Line breaks, tabs, and the joiners and selectors that scripts and emoji need stay. */
const invisible =
  /(?!\n|\r|\t|\u200c|\u200d|\ufe0e|\ufe0f)[\p{Cc}\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb]/gu;

/**
 * Removes what could tell a model something that the person who imports or accepts a tool does not see (decisions D68). Halves of characters are
 * replaced, since many clients cannot read them.
 */
export const removeInvisible = (text: string): string => text.toWellFormed().replace(invisible, "");

/** Does the same with a name or a title, which stands on one line. */
export const cleanTitle = (text: string): string => removeInvisible(text.replace(/\s+/g, " ")).trim();
