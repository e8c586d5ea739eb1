const isoDate = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;
/** Enough for a date-time with nanoseconds. Longer texts are not parsed as dates. */
const maxDateLength = 40;
const dayLength = "2026-01-31".length;

/**
 * Milliseconds since 1970 of a date or date-time; null for any other text, also for one of a day that does not exist. Without a zone it is one
 * of UTC, wherever this machine is: a time must not be before its own day.
 */
export function readDate(text: string): number | null {
  const match = text.length > maxDateLength ? null : isoDate.exec(text);
  if (match === null) {
    return null;
  }
  const isLocal = match[1] === undefined && text.length > dayLength;
  const at = Date.parse(isLocal ? `${text}Z` : text);
  return Number.isNaN(at) || !isDay(text.slice(0, dayLength)) ? null : at;
}

/**
 * Whether a day exists. Of 2026-02-30, which databases refuse, `Date` makes one of the next month.
 *
 * @param date with a month from 1 to 12 and a day from 1 to 31
 */
export const isDay = (date: string): boolean =>
  date.slice(8) <= "28" || new Date(`${date}T00:00Z`).toISOString().startsWith(date);
