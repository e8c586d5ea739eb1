/** What a row refers to is gone (SQLSTATE foreign_key_violation). */
export const isReferenceGone = (error: unknown): boolean => readSqlState(error) === "23503";

/** A text holds what PostgreSQL cannot keep: the character NUL, or half a surrogate pair in JSON. */
export const isUnstorableText = (error: unknown): boolean =>
  ["22021", "22P02", "22P05"].includes(readSqlState(error));

/** The database is there and does not take the data (SQLSTATE classes 22, 23 and 54). */
export const isDataRefused = (error: unknown): boolean => /^(?:22|23|54)/.test(readSqlState(error));

/** Empty for an error that did not come from the database. */
function readSqlState(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
