import { expect, test } from "vitest";
import { buildChecker } from "../../form/check-input.ts";
import { takeOneByOne } from "./take-one-by-one.ts";

const address = { type: "object", required: ["city"], properties: { city: { type: "string" } } };

test("each input may be fixed alone, and has to be right in itself", () => {
  const checker = buildChecker(
    takeOneByOne({
      $ref: "#/$defs/input",
      $defs: {
        input: {
          type: "object",
          required: ["title"],
          minProperties: 2,
          dependentRequired: { body: ["title"] },
          anyOf: [{ required: ["title"] }, { required: ["body"] }],
          properties: { title: { type: "string" }, body: { type: "string" }, address },
        },
      },
    }),
  );
  expect(checker.check({})).toEqual([]);
  expect(checker.check({ body: "Text" })).toEqual([]);
  expect(checker.check({ body: 1 })).toHaveLength(1);
  expect(checker.check({ address: {} })).toHaveLength(1);
});

test("branches with members of their own stay branches", () => {
  const schema = takeOneByOne({
    type: "object",
    oneOf: [
      { required: ["email"], properties: { email: { type: "string" } } },
      { required: ["phone"], properties: { phone: { type: "string" } } },
    ],
  });
  expect(schema).toMatchObject({ anyOf: [{ properties: { email: {} } }, { properties: { phone: {} } }] });
  expect(JSON.stringify(schema)).not.toContain("required");
});
