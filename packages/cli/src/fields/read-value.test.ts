import { expect, test } from "vitest";
import { readValue } from "./read-value.ts";

const integers = { types: ["integer"], entryTypes: [] };
const read = (text: string): unknown => readValue(integers as never, "id", text);

test("the digits of an integer that no double holds are sent as text", () => {
  expect(read("9007199254740993")).toBe("9007199254740993");
  expect(read("-18446744073709551615")).toBe("-18446744073709551615");
  expect(read("9007199254740991")).toBe(9007199254740991);
});

test("another number that would be sent as another one is refused", () => {
  expect(() => read("9007199254740993.0")).toThrow('text: "9007199254740993".');
  expect(() => read("0009007199254740993")).toThrow("too large a number");
});
