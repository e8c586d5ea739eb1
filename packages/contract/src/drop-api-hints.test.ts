import { expect, test } from "vitest";
import { dropApiHints } from "./drop-api-hints.ts";

test("sentences for programs are dropped, and others stay", () => {
  expect(dropApiHints('Tool "x" does not exist. Look for it with GET /v1/tools?search=…')).toBe(
    'Tool "x" does not exist.',
  );
  expect(dropApiHints("The body is larger than the limit of 1 MB. Send less.")).toBe(
    "The body is larger than the limit of 1 MB. Send less.",
  );
  expect(dropApiHints("Call POST /v1/connections first.")).toBe("Call POST /v1/connections first.");
});
