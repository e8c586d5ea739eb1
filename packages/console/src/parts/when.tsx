import { Text } from "@mantine/core";
import { type ReactNode, useSyncExternalStore } from "react";
import { readServerTime } from "../session/server-clock.ts";
import { readTimeZone, subscribeToTimeZone } from "./time-zone.ts";
import { Tooltip } from "./tooltip.tsx";

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ["year", 31_557_600_000],
  ["month", 2_629_800_000],
  ["week", 604_800_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
  ["second", 1000],
];
/** Made at the first use, and kept: each takes the browser many milliseconds. */
let relative: Intl.RelativeTimeFormat | undefined;
const formats = new Map<string | undefined, Intl.DateTimeFormat>();

/** Writes a time as `3 minutes ago` or `in 2 hours`. */
export function describeTime(date: Date, now: number): string {
  const distance = date.getTime() - now;
  const [unit, length] = units.find(([, size]) => Math.abs(distance) >= size) ?? ["second", 1000];
  // Not "yesterday": 33 hours ago may be the day before that.
  relative ??= new Intl.RelativeTimeFormat("en", { numeric: "always" });
  return Math.abs(distance) < 5000 ? "just now" : relative.format(Math.round(distance / length), unit);
}

/** Writes a time with its date and zone. */
export function formatTime(date: Date, timeZone: string | undefined): string {
  let format = formats.get(timeZone);
  if (format === undefined) {
    format = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium", timeZone });
    formats.set(timeZone, format);
  }
  return format.format(date);
}

/** Writes a time of today as `15:04`. */
export const formatHour = (date: Date, timeZone: string | undefined): string =>
  date.toLocaleTimeString("en-GB", { timeStyle: "short", timeZone });

const tickMs = 10_000;
const watchers = new Set<() => void>();
let ticking: number | undefined;

/** One timer for all times of a page: they go on while nothing else changes. */
function subscribeToClock(watcher: () => void): () => void {
  watchers.add(watcher);
  ticking ??= window.setInterval(() => {
    for (const watch of watchers) {
      watch();
    }
  }, tickMs);
  return () => {
    watchers.delete(watcher);
    if (watchers.size === 0) {
      window.clearInterval(ticking);
      ticking = undefined;
    }
  };
}

const readClock = (): number => Math.floor(Date.now() / tickMs);

/** Shows when something was used last. */
export function LastUse({ date }: { date: string | null }): ReactNode {
  return date === null ? (
    "never used"
  ) : (
    <>
      used <When date={date} />
    </>
  );
}

/** Shows a time with its date, as text. */
export function ExactTime({ date }: { date: string }): ReactNode {
  const timeZone = useSyncExternalStore(subscribeToTimeZone, readTimeZone);
  return <time dateTime={date}>{formatTime(new Date(date), timeZone)}</time>;
}

/** Shows a time as the distance from now; the exact time is its tooltip. An absent time is a dash. */
export function When({
  date,
  absent = "—",
}: {
  date: string | null | undefined;
  absent?: string;
}): ReactNode {
  const timeZone = useSyncExternalStore(subscribeToTimeZone, readTimeZone);
  useSyncExternalStore(subscribeToClock, readClock);
  if (date === null || date === undefined) {
    return (
      <Text span inherit c="dimmed">
        {absent}
      </Text>
    );
  }
  const time = new Date(date);
  return (
    <Tooltip label={formatTime(time, timeZone)}>
      <time dateTime={date}>{describeTime(time, readServerTime())}</time>
    </Tooltip>
  );
}
