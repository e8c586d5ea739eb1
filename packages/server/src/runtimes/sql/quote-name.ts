/** Writes a name for a statement of PostgreSQL or SQLite, so that nothing in it has a meaning. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;
