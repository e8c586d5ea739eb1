const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/**
 * Returns a function that writes a bucket's start as briefly as its length allows: `14:30`, `22 Nov, 14:00`, `22 Nov`. The days of the
 * server begin at midnight in UTC, so elsewhere a day alone would name another one.
 */
export function createBucketWriter(
  buckets: readonly { start: number; end: number }[],
  timeZone: string | undefined,
): (start: number) => string {
  const [first, last] = [buckets[0], buckets.at(-1)];
  const length = first === undefined ? hourMs : first.end - first.start;
  const span = first === undefined || last === undefined ? 0 : last.end - first.start;
  const day = { day: "numeric", month: "short" } as const;
  const time = { hour: "2-digit", minute: "2-digit" } as const;
  const build = (parts: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat("en-GB", { timeZone, ...parts });
  const clock = build(time);
  const areDays = length >= dayMs && buckets.every(({ start }) => clock.format(start) === "00:00");
  const format = areDays ? build(day) : span > 1.5 * dayMs ? build({ ...day, ...time }) : clock;
  return (start) => format.format(start);
}
