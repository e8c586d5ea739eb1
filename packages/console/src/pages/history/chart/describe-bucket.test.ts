import { expect, test } from "vitest";
import { createBucketWriter } from "./describe-bucket.ts";

const dayMs = 86_400_000;
const list = (from: string, length: number, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const start = Date.parse(from) + index * length;
    return { start, end: start + length };
  });
const write = (buckets: ReturnType<typeof list>, timeZone: string) =>
  buckets.map(({ start }) => createBucketWriter(buckets, timeZone)(start));

test("a day is written with its hour where it does not begin at midnight", () => {
  const days = list("2026-11-21T00:00:00Z", dayMs, 2);
  expect(write(days, "UTC")).toEqual(["21 Nov", "22 Nov"]);
  expect(write(days, "America/New_York")).toEqual(["20 Nov, 19:00", "21 Nov, 19:00"]);
  const untilSummer = list("2026-03-29T00:00:00Z", dayMs, 2);
  expect(write(untilSummer, "Europe/London")).toEqual(["29 Mar, 00:00", "30 Mar, 01:00"]);
});

test("hours of one day are written without it", () => {
  expect(write(list("2026-11-21T13:00:00Z", dayMs / 24, 2), "UTC")).toEqual(["13:00", "14:00"]);
});
