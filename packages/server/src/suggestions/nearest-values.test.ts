import { expect, test } from "vitest";
import { findNearestValues } from "./nearest-values.ts";

const plenty = () => ({ left: 1_000_000 });
const values = [
  "grocery_stores_supermarkets",
  "Europe/Berlin",
  "UPS",
  "USD",
  "calls-inbound",
  "calls",
  1050,
  null,
  {},
];

test.each<[unknown, unknown]>([
  ["grocery", "grocery_stores_supermarkets"],
  ["Groceries", "grocery_stores_supermarkets"],
  ["Berlin", "Europe/Berlin"],
  ["ups", "UPS"],
  ["US", "USD"],
  ["call", "calls"],
  ["inbound_calls", "calls-inbound"],
  ["1050", 1050],
])("%s is nearest to %s", (wrong, expected) => {
  expect(findNearestValues(wrong, values, 10, plenty())[0]).toBe(expected);
});

test.each([["zebra"], [""], ["x"], [null], [{}], [["calls"]], ["x".repeat(1_000_000)]])(
  "case %#: nothing is near",
  (wrong) => {
    expect(findNearestValues(wrong, values, 10, plenty())).toEqual([]);
  },
);

test("lists no more than wanted, best first, and compares no more than its budget allows", () => {
  const many = Array.from({ length: 100_000 }, (_, index) => `value-${index}`);
  expect(findNearestValues("value-77", many, 3, plenty())[0]).toBe("value-77");
  expect(findNearestValues("value", many, 3, plenty())).toHaveLength(3);
  const budget = { left: 700 };
  expect(findNearestValues("value-99999", many, 1, budget)[0]).not.toBe("value-99999");
  expect(budget.left).toBeLessThan(0);
});
