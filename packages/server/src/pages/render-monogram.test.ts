import { expect, test } from "vitest";
import { renderMonogram } from "./render-monogram.ts";

test("a monogram shows the first letter, on a color of its own", () => {
  expect(renderMonogram("github")).toContain(">G</text>");
  expect(renderMonogram("github")).toBe(renderMonogram("github"));
  expect(renderMonogram("gitlab")).not.toBe(renderMonogram("github"));
});
