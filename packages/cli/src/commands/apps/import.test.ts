import { expect, it } from "vitest";
import { ImportError } from "../../errors.ts";
import { findExitCode } from "../../output/report-error.ts";
import { renderProgress } from "./import.ts";

it("shows a bar as soon as the number of tools is known", () => {
  expect(renderProgress({ phase: "fetching", done: 0, total: null })).toBe("fetching");
  expect(renderProgress({ phase: "building", done: 300, total: 1200 })).toBe(
    `building ${"█".repeat(5)}${"░".repeat(15)} 300 of 1200 tools`,
  );
  expect(renderProgress({ phase: "storing", done: 1, total: 1 })).toBe(
    `storing ${"█".repeat(20)} 1 of 1 tool`,
  );
});

it.each([
  ["VALIDATION_ERROR", 2],
  ["FORBIDDEN", 4],
  ["CONFLICT", 6],
  ["INTERNAL_ERROR", 8],
] as const)("ends with the exit code of the reason: %s, %i", (errorCode, exitCode) => {
  expect(findExitCode(new ImportError("The import failed.", errorCode))).toBe(exitCode);
});
