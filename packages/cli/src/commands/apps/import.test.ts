import { expect, it } from "vitest";
import { renderProgress } from "./import.ts";

it("shows a bar as soon as the number of tools is known", () => {
  expect(renderProgress({ phase: "fetching", done: 0, total: null })).toBe("fetching");
  expect(renderProgress({ phase: "building", done: 300, total: 1200 })).toBe(
    `building ${"█".repeat(5)}${"░".repeat(15)} 300 of 1200 tools`,
  );
});
