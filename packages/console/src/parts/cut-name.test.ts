import { expect, test } from "vitest";
import { cutName } from "./cut-name.ts";

test("a name and what is added to it have at most 200 characters, and no half of one", () => {
  expect(cutName("Triage", " (copy)")).toBe("Triage");
  expect(cutName("x".repeat(200), " (copy)")).toBe("x".repeat(193));
  expect(cutName(`${"x".repeat(192)}😀`, " (copy)")).toBe("x".repeat(192));
});
