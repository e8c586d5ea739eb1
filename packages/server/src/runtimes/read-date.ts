const isoDate = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.(\d+))?)?(Z|[+-]\d{2}:?\d{2})?)?$/;
/** Enough for a date-time with nanoseconds. Longer texts are not parsed as dates. */
const maxDateLength = 40;
const dayLength = "2026-01-31".length;

/**
 * Microseconds since 1970 of a date or date-time; null for any other text, also for one of a day that does not exist. Without a zone it is one
 * of UTC, wherever this machine is: a time must not be before its own day.
 */
export function readDate(text: string): bigint | null {
  const match = text.length > maxDateLength ? null : isoDate.exec(text);
  if (match === null) {
    return null;
  }
  const [, fraction = "", zone] = match;
  const isLocal = zone === undefined && text.length > dayLength;
  const atMs = Date.parse(isLocal ? `${text}Z` : text);
  return Number.isNaN(atMs) || !isDay(text.slice(0, dayLength))
    ? null
    : BigInt(atMs) * 1000n + BigInt(fraction.slice(3, 6).padEnd(3, "0"));
}

/** Writes a time that was read as ISO 8601 in UTC, with microseconds. A year before 0 or after 9999 has a sign and six digits. */
export function writeDate(at: bigint): string {
  const micros = ((at % 1000n) + 1000n) % 1000n;
  const toMilliseconds = new Date(Number((at - micros) / 1000n)).toISOString().slice(0, -1);
  return `${toMilliseconds}${String(micros).padStart(3, "0")}Z`;
}

/**
 * Whether a day exists. Of 2026-02-30, which databases refuse, `Date` makes one of the next month.
 *
 * @param date with a month from 1 to 12 and a day from 1 to 31
 */
export const isDay = (date: string): boolean =>
  date.slice(8) <= "28" || new Date(`${date}T00:00Z`).toISOString().startsWith(date);
