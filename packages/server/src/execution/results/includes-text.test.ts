import fc from "fast-check";
import { expect, test } from "vitest";
import { includesText } from "./includes-text.ts";

test("it returns what includes returns, for texts of any length", () => {
  const few = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 12 });
  fc.assert(
    fc.property(few, few, few, (before, wanted, after) => {
      const filling = "ab".repeat(5000);
      const long = filling + before + wanted + after + filling;
      const needle = "c".repeat(300) + wanted + "c".repeat(300);
      expect(includesText(before + wanted + after, wanted)).toBe(true);
      expect(includesText(long, needle)).toBe(false);
      expect(includesText(long + needle + long, needle)).toBe(true);
    }),
  );
});

test("a text crafted to be slow takes linear time", () => {
  const begin = process.cpuUsage();
  expect(includesText("a".repeat(5_000_000), `b${"a".repeat(500_000)}`)).toBe(false);
  const { user, system } = process.cpuUsage(begin);
  expect((user + system) / 1000).toBeLessThan(5000);
});
