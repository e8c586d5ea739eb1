/** A row was to refer to one that does not count any more, such as the account user of a deleted profile. */
export class ReferenceGoneError extends Error {
  override readonly name = "ReferenceGoneError";
}

/** Whether a row refers to one that does not exist (SQLSTATE foreign_key_violation), or does not count any more. */
export const isReferenceGone = (error: unknown): boolean =>
  error instanceof ReferenceGoneError || readSqlState(error) === "23503";

/** Whether a text contains what PostgreSQL cannot store: NUL, or a lone surrogate in JSON. */
export const isUnstorableText = (error: unknown): boolean =>
  ["22021", "22P02", "22P05"].includes(readSqlState(error));

/** Whether the database is available and rejects the data (SQLSTATE classes 22, 23 and 54), or it could not be encoded. */
export const isDataRefused = (error: unknown): boolean =>
  error instanceof RangeError || /^(?:22|23|54)/.test(readSqlState(error));

/** Whether there is a row with the same key (SQLSTATE unique_violation). */
export const isTaken = (error: unknown): boolean => readSqlState(error) === "23505";

/** Whether the database canceled a statement at its time limit (SQLSTATE query_canceled). */
export const isCanceled = (error: unknown): boolean => readSqlState(error) === "57014";

/** Whether the database rolled the whole transaction back to end a deadlock (SQLSTATE deadlock_detected). */
export const isDeadlock = (error: unknown): boolean => readSqlState(error) === "40P01";

/** Whether the database, its user or a pooler has all the connections it may have (SQLSTATE too_many_connections). */
export const isOutOfConnections = (error: unknown): boolean =>
  readSqlState(error) === "53300" ||
  // PgBouncer has no state of its own for it.
  (readSqlState(error) === "08P01" && /^no more connections allowed/.test((error as Error).message));

/** Whether the disk of the database has no room (SQLSTATE disk_full). */
export const isDiskFull = (error: unknown): boolean => readSqlState(error) === "53100";

/** Returns an empty text for an error that is not from the database. */
function readSqlState(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
