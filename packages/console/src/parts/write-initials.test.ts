import { expect, test } from "vitest";
import { writeInitials } from "./write-initials.ts";

test("a name has the first letters of its first two words, or the first two of its only one", () => {
  expect(writeInitials("Ada Example")).toBe("AE");
  expect(writeInitials("  ada  van example")).toBe("AV");
  expect(writeInitials("Ada")).toBe("AD");
  expect(writeInitials("")).toBe("");
});

test("an emoji is one letter", () => {
  expect(writeInitials("😀 Ada")).toBe("😀A");
  expect(writeInitials("😀😀😀")).toBe("😀😀");
});
