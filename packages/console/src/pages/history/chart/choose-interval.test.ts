import { expect, test } from "vitest";
import { chooseInterval, describeInterval } from "./choose-interval.ts";

const now = Date.parse("2026-03-31T12:20:00Z");
const before = (hours: number) => new Date(now - hours * 3_600_000).toISOString();

test("divides a time into the shortest steps that give few bars", () => {
  expect(chooseInterval({}, 60, now)).toBe("30m");
  expect(chooseInterval({}, 30, now)).toBe("1h");
  expect(chooseInterval({ from: before(1) }, 60, now)).toBe("1m");
  expect(chooseInterval({ from: before(7 * 24) }, 60, now)).toBe("3h");
  expect(chooseInterval({ from: before(30 * 24) }, 60, now)).toBe("12h");
  expect(chooseInterval({ from: before(30 * 24), to: before(30 * 24 - 1) }, 60, now)).toBe("1m");
  expect(chooseInterval({ from: "1980-01-01T00:00:00Z" }, 60, now)).toBeUndefined();
});

test("says the length of a step in words", () => {
  expect(describeInterval("30m")).toBe("in steps of half an hour");
  expect(describeInterval("1d")).toBe("in steps of a day");
});
