import { expect, test } from "vitest";
import { chooseIndent } from "./choose-indent.ts";

const nest = (value: unknown, levels: number): unknown => (levels === 0 ? value : [nest(value, levels - 1)]);
const ones = (count: number) => Array.from({ length: count }, () => 1);

test("what people write is indented, however long it is", () => {
  const order = { customer: "Robin", lines: [{ article: "Desk lamp", count: 2, price: 49.9 }] };
  expect(chooseIndent(order)).toBe(2);
  expect(chooseIndent({ orders: Array.from({ length: 1000 }, () => order) })).toBe(2);
  expect(chooseIndent(nest(ones(100), 58))).toBe(2);
});

test("a long list that is nested deep is not", () => {
  const value = nest(ones(10_000), 58);
  expect(chooseIndent(value)).toBe(0);
  expect(chooseIndent({ one: 1, value }, JSON.stringify({ one: 1, value }))).toBe(0);
});
