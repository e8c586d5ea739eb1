import { describe, expect, it } from "vitest";
import { readDecimal, readInteger } from "./read-number.ts";

describe("readDecimal", () => {
  it.each([
    ["10.50", 10.5],
    ["-0.25", -0.25],
    ["0.000", 0],
    ["1000000000000000000000", 1e21],
    ["12345678901234567.5", "12345678901234567.5"],
    ["NaN", "NaN"],
  ])("reads %s", (text, number) => {
    expect(readDecimal(text)).toBe(number);
  });

  it("does not look into a text of any length", () => {
    const text = `1${"0".repeat(1_000_000)}1`;
    const begin = process.cpuUsage();
    expect(readDecimal(text)).toBe(text);
    // It took minutes when the zeros were looked at.
    const { user, system } = process.cpuUsage(begin);
    expect((user + system) / 1000).toBeLessThan(1000);
  });
});

describe("readInteger", () => {
  it("keeps as text what a double does not hold", () => {
    expect([readInteger("9007199254740991"), readInteger("9007199254740993")]).toEqual([
      9007199254740991,
      "9007199254740993",
    ]);
  });
});
