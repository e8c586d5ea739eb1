/** Writes a name for a statement, so that nothing in it has a meaning. */
export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The SQL function that tests a value against a filter of the request. */
export const matcherName = "bowline_matches";
