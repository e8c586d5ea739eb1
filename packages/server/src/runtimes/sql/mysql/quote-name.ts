/** Writes a name for a statement, so that nothing in it has a meaning, whatever the SQL mode is. */
export const quoteName = (name: string): string => `\`${name.replaceAll("`", "``")}\``;
