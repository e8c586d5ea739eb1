import { expect, test } from "vitest";
import { readVersioned, storedBinding, storedDefinition, writeVersioned } from "./stored-version.ts";

test("a shape is stored with a version, and read without it", () => {
  const stored = JSON.parse(writeVersioned(storedBinding, { kind: "http" }));
  expect(stored).toEqual({ version: 1, kind: "http" });
  expect(readVersioned(storedBinding, stored, 12)).toEqual({ kind: "http" });
});

test("an older version is converted to the current one", () => {
  expect(readVersioned(storedBinding, { type: "http", path: "/" }, 12)).toEqual({ kind: "http", path: "/" });
  expect(readVersioned(storedDefinition, { name: "Shop" }, 3)).toEqual({ name: "Shop" });
});

test("a newer version is refused with a message that says what to do", () => {
  expect(() => readVersioned(storedBinding, { version: 2, kind: "http" }, 12)).toThrow(
    "The binding of tool 12 has version 2, and this server reads versions up to 1. Run the newer server that stored it.",
  );
});
