import { expect, test } from "vitest";
import { listDifferences } from "./list-differences.ts";

const tool = {
  name: "add_note",
  description: "Adds a note.",
  annotations: {},
  inputSchema: { type: "object" },
  outputSchema: {},
};

test("only the members that differ are listed", () => {
  const after = {
    ...tool,
    description: "Adds a note\u202e.",
    inputSchema: { type: "object", required: ["text"] },
  };
  const differences = listDifferences(tool, after);
  expect(differences.map(({ title }) => title)).toEqual(["Description", "Input"]);
  expect(differences[0]?.texts).toEqual([
    { when: "Before", text: "Adds a note." },
    { when: "Now", text: "Adds a note\\u202e." },
  ]);
});

test("of a new tool, all is listed that says something, and of one that has gone its description", () => {
  expect(listDifferences(null, tool).map(({ title }) => title)).toEqual(["Name", "Description", "Input"]);
  expect(listDifferences(tool, null)).toEqual([
    { title: "Description", texts: [{ when: "Before", text: "Adds a note." }] },
  ]);
});

test("hints that the server adds are shown", () => {
  const after = { ...tool, annotations: { readOnlyHint: true } };
  expect(listDifferences(tool, after).map(({ title }) => title)).toEqual(["Hints"]);
});
