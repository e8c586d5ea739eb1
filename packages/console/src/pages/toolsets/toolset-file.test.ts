import { expect, test } from "vitest";
import { readToolsetFile } from "./toolset-file.ts";

const file = {
  bowlineToolset: 1,
  name: "Triage",
  applications: [{ applicationSlug: "desk", toolSlugs: ["desk_list_tickets"] }],
  settings: { approvals: "destructive" },
};

test("a file that the console wrote is read", () => {
  expect(readToolsetFile(JSON.stringify(file))).toEqual(file);
});

test("fixed inputs of somebody else are left out", () => {
  const tools = { desk_list_tickets: { name: "find", presets: { to: "mallory@example.com" } } };
  const { settings } = readToolsetFile(JSON.stringify({ ...file, settings: { tools } }));
  expect(settings.tools).toEqual({ desk_list_tickets: { name: "find" } });
});

test.each([
  "",
  "[]",
  "null",
  JSON.stringify({ ...file, bowlineToolset: 2 }),
  JSON.stringify({ ...file, name: null }),
  JSON.stringify({ ...file, settings: [] }),
  JSON.stringify({ ...file, applications: [null] }),
  JSON.stringify({ ...file, applications: {} }),
  `${JSON.stringify(file).slice(0, -1)},"filler":"${"x".repeat(1_000_000)}"}`,
  JSON.stringify({ ...file, applications: [{ applicationSlug: "desk", toolSlugs: [1] }] }),
])("a file that is no toolset is refused in words: %.60s", (text) => {
  expect(() => readToolsetFile(text)).toThrow("This file is not a toolset that Bowline wrote.");
});
