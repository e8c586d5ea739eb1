import { expect, test } from "vitest";
import { describeMostDurations, formatDuration, formatShortCount } from "./format-figures.ts";

test("a duration is never 0, and has four digits at most", () => {
  expect([0, 0.4, 0.6, 12, 999.4].map(formatDuration)).toEqual([
    "< 1 ms",
    "< 1 ms",
    "1 ms",
    "12 ms",
    "999 ms",
  ]);
  expect([999.6, 1440, 90_000].map(formatDuration)).toEqual(["1.0 s", "1.4 s", "90.0 s"]);
  expect(formatDuration(null)).toBe("—");
});

test("the time of most calls is a sentence that reads well for any time", () => {
  expect([0.3, 122, 1440].map(describeMostDurations)).toEqual([
    "95 % done in under 1 ms",
    "95 % done within 122 ms",
    "95 % done within 1.4 s",
  ]);
});

test("a count has at most five characters where there is little room", () => {
  expect([0, 800, 3200, 9999].map(formatShortCount)).toEqual(["0", "800", "3,200", "9,999"]);
  expect([16_000, 250_000, 1_200_000].map(formatShortCount)).toEqual(["16K", "250K", "1.2M"]);
});
