let lastMs = Number.NaN;
let lastText = "";

/** Writes a time as ISO 8601 in UTC, once for all that ask within its millisecond: several lines and records do. */
export function isoTime(ms: number): string {
  const wholeMs = Math.floor(ms);
  if (wholeMs !== lastMs) {
    lastMs = wholeMs;
    lastText = new Date(wholeMs).toISOString();
  }
  return lastText;
}
