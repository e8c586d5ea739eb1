import { expect, test } from "vitest";
import { chooseRequestId } from "./request-id.ts";

test("a well-formed id of the caller is used", () => {
  for (const id of ["a", "A.b_c-1", "x".repeat(128)]) {
    expect(chooseRequestId(id)).toBe(id);
  }
});

test("any other id is replaced by a new one", () => {
  const made = ["", " ", "a b", "é", "a\n", "x".repeat(129), "<script>", undefined].map(chooseRequestId);
  for (const id of made) {
    expect(id).toMatch(/^[0-9a-f]{32}$/);
  }
  expect(new Set(made).size).toBe(made.length);
});

test("no id is made twice", () => {
  const made = Array.from({ length: 2000 }, () => chooseRequestId(undefined));
  expect(new Set(made).size).toBe(made.length);
});
