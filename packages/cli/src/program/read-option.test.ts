import { expect, it } from "vitest";
import { collect, readFutureTime, readTime } from "./read-option.ts";

const now = new Date("2026-03-10T12:00:00Z");

it.each([
  ["2026-02-28", "2026-02-28T00:00:00.000Z"],
  ["2024-02-29T23:30:00-01:00", "2024-03-01T00:30:00.000Z"],
  ["90m", "2026-03-10T10:30:00.000Z"],
])("reads %s as the time %s", (text, time) => {
  expect(readTime(text, now)).toBe(time);
});

it.each(["2026-02-29", "2026-02-31T09:00:00Z", "2026-04-31", "2026-13-01", "", "7x", "2026-02-28T09:00:00"])(
  "takes no other time for %s, which is none",
  (text) => {
    expect(() => readTime(text, now)).toThrow(/^It must be a time such as/);
  },
);

it.each([
  ["2027-03-01", "2027-03-01T00:00:00.000Z"],
  ["2026-03-10T13:00:00+00:30", "2026-03-10T12:30:00.000Z"],
  ["7d", "2026-03-17T12:00:00.000Z"],
])("reads %s as the time to come %s", (text, time) => {
  expect(readFutureTime(text, now)).toBe(time);
});

it.each(["2026-03-10", "2026-03-10T12:00:00Z", "0d", "2027-02-29", "7x", ""])(
  "takes %j for no time to come",
  (text) => {
    expect(() => readFutureTime(text, now)).toThrow(/^It must be a time to come such as/);
  },
);

it("collects names between commas, and none that is empty, such as that of an unset variable", () => {
  expect(collect("b,c", ["a"])).toEqual(["a", "b", "c"]);
  expect(() => collect("", [])).toThrow("It is empty.");
  expect(() => collect("a,,b", [])).toThrow("It is empty.");
});
