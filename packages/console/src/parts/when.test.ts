import { expect, test } from "vitest";
import { describeTime } from "./when.tsx";

const now = Date.parse("2026-03-02T01:00:00Z");
const hourMs = 3_600_000;
const describe = (distanceMs: number) => describeTime(new Date(now + distanceMs), now);

test("a time is told by its distance", () => {
  expect(describe(-2000)).toBe("just now");
  expect(describe(-3 * 60_000)).toBe("3 minutes ago");
  expect(describe(2 * hourMs)).toBe("in 2 hours");
});

test("a day, week, month or year is a distance, not a name that another day may have", () => {
  expect(describe(-33 * hourMs)).toBe("1 day ago");
  expect(describe(33 * hourMs)).toBe("in 1 day");
  expect(describe(-8 * 24 * hourMs)).toBe("1 week ago");
  expect(describe(-40 * 24 * hourMs)).toBe("1 month ago");
  expect(describe(500 * 24 * hourMs)).toBe("in 1 year");
});
