/** Rounds milliseconds for a list. Null: the time is not known. */
export const roundMs = (ms: number | null): number | null => ms && Math.round(ms);
