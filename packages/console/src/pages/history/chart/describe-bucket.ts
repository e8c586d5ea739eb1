const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Returns a function that writes a bucket's start as briefly as its length allows: `14:30`, `22 Nov, 14:00`, `22 Nov`. */
export function createBucketWriter(
  buckets: readonly { start: number; end: number }[],
  timeZone: string | undefined,
): (start: number) => string {
  const [first, last] = [buckets[0], buckets.at(-1)];
  const length = first === undefined ? hourMs : first.end - first.start;
  const span = first === undefined || last === undefined ? 0 : last.end - first.start;
  const day = { day: "numeric", month: "short" } as const;
  const time = { hour: "2-digit", minute: "2-digit" } as const;
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone,
    ...(length >= dayMs ? day : span > 1.5 * dayMs ? { ...day, ...time } : time),
  });
  return (start) => format.format(start);
}
