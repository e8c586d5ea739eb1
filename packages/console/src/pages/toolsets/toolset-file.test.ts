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

test.each([
  "",
  "[]",
  "null",
  JSON.stringify({ ...file, bowlineToolset: 2 }),
  JSON.stringify({ ...file, name: null }),
  JSON.stringify({ ...file, settings: [] }),
  JSON.stringify({ ...file, applications: [null] }),
  JSON.stringify({ ...file, applications: [{ applicationSlug: "desk", toolSlugs: [1] }] }),
])("%s is refused in words", (text) => {
  expect(() => readToolsetFile(text)).toThrow("This file is not a toolset that Bowline wrote.");
});
