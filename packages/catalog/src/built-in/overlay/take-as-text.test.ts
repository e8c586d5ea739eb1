import { expect, it } from "vitest";
import { takeAsText } from "./take-as-text.ts";

it("makes texts of numbers, and of nothing else", () => {
  const schema = {
    type: "object",
    properties: {
      ts: { type: "number", description: "Time of the message.", minimum: 0 },
      limit: { type: "integer" },
      list: { type: "array" },
    },
    required: ["ts"],
  };
  expect(takeAsText(schema, ["ts", "list", "unknown"])).toEqual({
    ...schema,
    properties: { ...schema.properties, ts: { type: "string", description: "Time of the message." } },
  });
  expect(takeAsText(schema, [])).toBe(schema);
});
