const isoDate = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/;
/** Enough for a date-time with nanoseconds. Longer texts are not parsed as dates. */
const maxDateLength = 40;

/** Milliseconds since 1970 of a date or date-time; null for any other text. */
export function readDate(text: string): number | null {
  if (text.length > maxDateLength || !isoDate.test(text)) {
    return null;
  }
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : at;
}
