import { expect, test } from "vitest";
import { hasField } from "./has-field.ts";
import { toFormSchema } from "./to-form-schema.ts";

const text = { type: "string" };
const { schema } = toFormSchema({
  type: "object",
  properties: {
    title: text,
    reporter: { type: "object", properties: { name: text } },
    steps: { type: "array", items: { type: "object", properties: { action: text } } },
    extra: {},
    assignee: {
      oneOf: [
        { type: "object", properties: { id: text } },
        { type: "object", properties: { name: text } },
      ],
    },
  },
});

test.each([
  [["title"], true],
  [["reporter", "name"], true],
  [["steps", 0, "action"], true],
  [["extra", "anything", 3], true],
  [["assignee"], true],
  [["unknown"], false],
  [["reporter", "unknown"], false],
  [["steps", 0, "unknown"], false],
  [["assignee", "unknown"], false],
])("whether a field shows what is wrong at %j: %s", (path, isShown) => {
  expect(hasField(schema, path)).toBe(isShown);
});
