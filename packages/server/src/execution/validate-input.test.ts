import { expect, test } from "vitest";
import { ApiError, type Problem } from "../api-error.ts";
import { prepareInputValidator } from "./validate-input.ts";

function listProblems(schema: object, input: Record<string, unknown>, subItems: string[] = []): Problem[] {
  try {
    prepareInputValidator(schema as never)(input, new Set(subItems));
    return [];
  } catch (error) {
    if (!(error instanceof ApiError)) {
      throw error;
    }
    expect(error.code).toBe("VALIDATION_ERROR");
    return [...(error.details ?? [])];
  }
}

const fieldsOf = (problems: Problem[]): string[] => problems.map(({ field }) => field).toSorted();

const schema = {
  type: "object",
  required: ["title", "lines"],
  additionalProperties: false,
  properties: {
    title: { type: "string", minLength: 1 },
    "odd/name~x": { type: "integer" },
    lines: {
      type: "array",
      items: {
        type: "object",
        required: ["sku"],
        properties: { sku: { type: "string" }, "2": { type: "string" } },
      },
    },
    color: { enum: ["red", "green"] },
  },
};

test("what fits passes", () => {
  expect(listProblems(schema, { title: "x", lines: [{ sku: "a" }], color: "red" })).toEqual([]);
});

test("all problems are told, each by the path of its member", () => {
  const problems = listProblems(schema, { title: "", "odd/name~x": "1", lines: [{}, { sku: 5 }], extra: 1 });
  expect(fieldsOf(problems)).toEqual(
    [
      "fields.extra",
      "fields.lines[0].sku",
      "fields.lines[1].sku",
      "fields.odd/name~x",
      "fields.title",
    ].toSorted(),
  );
});

test("what is missing is named where it should stand", () => {
  expect(listProblems(schema, {})).toEqual([
    { field: "fields.title", issue: "Is required." },
    { field: "fields.lines", issue: "Is required." },
  ]);
});

test("an enumeration lists its values", () => {
  const [problem] = listProblems(schema, { title: "x", lines: [], color: "blue" });
  expect(problem?.field).toBe("fields.color");
  expect(problem?.issue).toContain('["red","green"]');
});

test("what came as a sub-item is named there", () => {
  expect(fieldsOf(listProblems(schema, { title: "x", lines: [{}] }, ["lines"]))).toEqual([
    "subItems.lines[0].sku",
  ]);
});

test("members of the prototype are no input", () => {
  const problems = listProblems(schema, JSON.parse('{"title":"x","lines":[],"__proto__":1,"constructor":2}'));
  expect(fieldsOf(problems)).toEqual(["fields.__proto__", "fields.constructor"]);
});

test("an id in the schema is no name: the same one may come twice", () => {
  const named = { $id: "https://example.com/same", type: "object", properties: { a: { type: "string" } } };
  expect(listProblems(named, { a: 1 })).toHaveLength(1);
  expect(listProblems({ ...named, properties: { a: { type: "integer" } } }, { a: 1 })).toEqual([]);
});
