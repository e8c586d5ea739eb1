/** The database responded and does not take the data (SQLSTATE classes 22, 23 and 54), as opposed to being away. */
export const isDataRefused = (error: unknown): boolean => /^(?:22|23|54)/.test(readSqlState(error));

/** SQLSTATE foreign_key_violation: what a row refers to is gone. */
export const isReferenceGone = (error: unknown): boolean => readSqlState(error) === "23503";

/** Text that the database cannot store: not its encoding, or JSON with a NUL. */
export const isTextRefused = (error: unknown): boolean =>
  ["22021", "22P02", "22P05"].includes(readSqlState(error));

/** Empty when the error is none of the database's. */
const readSqlState = (error: unknown): string =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "";
