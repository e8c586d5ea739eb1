import { expect, test } from "vitest";
import { readVersioned, storedVersion, writeVersioned } from "./stored-version.ts";

test("what is stored carries a version, and is read without it", () => {
  const stored = JSON.parse(writeVersioned({ type: "http" }));
  expect(stored).toEqual({ version: storedVersion, type: "http" });
  expect(readVersioned(stored, "It")).toEqual({ type: "http" });
});

test("a shape without a version is an older one and is brought up to date", () => {
  expect(readVersioned({ type: "http" }, "It")).toEqual({ type: "http" });
});

test("a newer version is refused, with what to do", () => {
  const newer = { version: storedVersion + 1, type: "http" };
  expect(() => readVersioned(newer, "The binding of tool 12")).toThrow(
    `The binding of tool 12 has version ${storedVersion + 1}, and this server reads versions up to ${storedVersion}. Run the newer server that stored it.`,
  );
});
