const isoDate = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;
/** Enough for a date-time with nanoseconds. Longer texts are not parsed as dates. */
const maxDateLength = 40;

/** Milliseconds since 1970 of a date or date-time; null for any other text, also for one of a day that does not exist. */
export function readDate(text: string): number | null {
  if (text.length > maxDateLength || !isoDate.test(text)) {
    return null;
  }
  const at = Date.parse(text);
  return Number.isNaN(at) || !isDay(text.slice(0, 10)) ? null : at;
}

/**
 * Whether a day exists. Of 2026-02-30, which databases refuse, `Date` makes one of the next month.
 *
 * @param date with a month from 1 to 12 and a day from 1 to 31
 */
export const isDay = (date: string): boolean =>
  date.slice(8) <= "28" || new Date(`${date}T00:00Z`).toISOString().startsWith(date);
