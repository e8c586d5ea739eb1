import { InvalidArgumentError } from "commander";

/** Reads a whole number of 0 or more. @throws InvalidArgumentError */
export function readNumber(text: string): number {
  if (!/^\d{1,15}$/.test(text)) {
    throw new InvalidArgumentError("It must be a whole number.");
  }
  return Number(text);
}

/** Reads a whole number of 1 or more. @throws InvalidArgumentError */
export function readPositiveNumber(text: string): number {
  const number = readNumber(text);
  if (number === 0) {
    throw new InvalidArgumentError("It must be at least 1.");
  }
  return number;
}

/** Reads an id or a name. An empty one, such as an unset variable, would be taken for none at all. @throws InvalidArgumentError */
export function readId(text: string): string {
  if (text.trim() === "") {
    throw new InvalidArgumentError("It is empty.");
  }
  return text;
}

const unitsMs: Record<string, number> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 };

/**
 * Reads a time: an ISO 8601 date-time with its zone, a date (midnight UTC), or how long ago it was, such as `30m`, `2h`, `7d`.
 *
 * @returns the time as the API takes it
 * @throws InvalidArgumentError
 */
export function readTime(text: string, now: Date): string {
  const spanMs = parseSpan(text);
  const time = spanMs === null ? parseIso(text) : now.getTime() - spanMs;
  if (!(time >= 0 && time < endOfTime)) {
    throw new InvalidArgumentError(
      "It must be a time such as 2026-01-31T09:00:00Z, a date, or how long ago: 30m, 2h, 7d.",
    );
  }
  return new Date(time).toISOString();
}

/**
 * Reads a time to come: as `readTime` does, but `30m`, `2h` or `7d` is how long from now.
 *
 * @returns the time as the API takes it
 * @throws InvalidArgumentError
 */
export function readFutureTime(text: string, now: Date): string {
  const spanMs = parseSpan(text);
  const time = spanMs === null ? parseIso(text) : now.getTime() + spanMs;
  if (!(time > now.getTime() && time < endOfTime)) {
    throw new InvalidArgumentError(
      "It must be a time to come such as 2030-01-31T09:00:00Z, a date, or how long from now: 30m, 2h, 7d.",
    );
  }
  return new Date(time).toISOString();
}

/** The API takes years of four digits. */
const endOfTime = Date.UTC(10_000, 0);

/** Parses `30m`. @returns milliseconds; null for another text */
function parseSpan(text: string): number | null {
  const { count, unit = "" } = /^(?<count>\d{1,6})(?<unit>[smhdw])$/.exec(text)?.groups ?? {};
  return count === undefined ? null : Number(count) * (unitsMs[unit] ?? Number.NaN);
}

/** No number for a day that its month does not have: `Date.parse` takes that for one of the next month. */
function parseIso(text: string): number {
  const [, day = ""] =
    /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/i.exec(text) ?? [];
  const isDay = day !== "" && new Date(day).toJSON()?.startsWith(day);
  return isDay ? Date.parse(text) : Number.NaN;
}

/** Collects an option that may be repeated, or has several values between commas. */
export const collect = (text: string, before: string[]): string[] => [
  ...before,
  ...text.split(",").map(readId),
];

/** Collects an option that may be repeated. */
export const collectOne = (text: string, before: string[]): string[] => [...before, text];

export const collectNumbers = (text: string, before: number[]): number[] => [
  ...before,
  ...text.split(",").map(readNumber),
];

/** Reads the value of `--approvals`: a word, or slugs of tools between commas. */
export const readApprovals = (text: string): string | string[] =>
  ["none", "destructive", "writes", "all"].includes(text) ? text : text.split(",");
