/** Writes milliseconds as `< 1 ms`, `12 ms` or `1.4 s`; a dash for null. Nothing takes no time, so there is no `0 ms`. */
export function formatDuration(ms: number | null): string {
  if (ms === null) {
    return "—";
  }
  const whole = Math.round(ms);
  if (whole === 0) {
    return "< 1 ms";
  }
  return whole < 1000 ? `${whole} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** Says within which time 95 % of some calls were done, as `95 % done within 12 ms`. */
export const describeMostDurations = (p95: number): string =>
  Math.round(p95) === 0 ? "95 % done in under 1 ms" : `95 % done within ${formatDuration(p95)}`;

/** Writes a count in at most five characters, as `3,200` or `1.2M`, where there is little room. */
export const formatShortCount = (count: number): string =>
  count.toLocaleString("en", { notation: count < 10_000 ? "standard" : "compact" });

/** Writes bytes as `820 B`, `1.2 kB` or `3.4 MB`; a dash for null. */
export function formatSize(bytes: number | null | undefined): string {
  if (bytes === null || bytes === undefined) {
    return "—";
  }
  if (bytes < 1000) {
    return `${bytes} B`;
  }
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
