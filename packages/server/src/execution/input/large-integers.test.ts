import type { JsonSchema } from "@bowline/catalog";
import { describe, expect, test } from "vitest";
import { ApiError } from "../../api-error.ts";
import { createCheckThreads } from "./check-threads.ts";
import { writeLargeIntegers } from "./large-integers.ts";
import { prepareInputValidator } from "./validate-input.ts";

const threads = createCheckThreads();
const large = "9007199254740993";
const largest = "18446744073709551615";

/** Returns the input as the application would get it, or the problems. */
async function send(schema: JsonSchema, input: Record<string, unknown>, text = JSON.stringify(schema)) {
  try {
    const pointers = await prepareInputValidator({ schema, text }, threads)(input, new Set());
    return JSON.stringify(writeLargeIntegers(input, pointers));
  } catch (error) {
    if (!(error instanceof ApiError)) {
      throw error;
    }
    return error.details?.map(({ field, issue }) => `${field}: ${issue}`);
  }
}

const sendId = (rules: JsonSchema, id: unknown) =>
  send({ type: "object", properties: { id: rules } }, { id });

describe("digits as text where a number is wanted", () => {
  test.each([large, `-${large}`, largest, `1${"0".repeat(77)}`])("%s is sent as a number", async (id) => {
    expect(await sendId({ type: "integer", format: "int64" }, id)).toBe(`{"id":${id}}`);
    expect(await sendId({ type: "number" }, id)).toBe(`{"id":${id}}`);
    expect(await sendId({ anyOf: [{ type: "null" }, { type: "integer" }] }, id)).toBe(`{"id":${id}}`);
  });

  test.each([
    "5",
    "9007199254740991",
    `0${large}`,
    `+${large}`,
    `${large}.0`,
    "1e20",
    ` ${large}`,
    "1".repeat(310),
  ])("%s is refused", async (id) => {
    expect(await sendId({ type: "integer" }, id)).toEqual([
      "fields.id: Must be a whole number, not a string.",
    ]);
  });

  test("stays a text where a text is accepted", async () => {
    expect(await sendId({ type: ["integer", "string"] }, large)).toBe(`{"id":"${large}"}`);
    expect(await sendId({ anyOf: [{ type: "integer" }, { type: "string" }] }, large)).toBe(
      `{"id":"${large}"}`,
    );
  });

  test("is found at any depth, and the rest of the input stays as it is", async () => {
    const schema = {
      type: "object",
      $defs: { node: { properties: { id: { type: "integer" }, next: { $ref: "#/$defs/node" } } } },
      properties: { ids: { type: "array", items: { type: "integer" } }, node: { $ref: "#/$defs/node" } },
    };
    const text = `{"a/b~":{"id":"${large}"},"ids":[1,"${large}","${largest}"],"node":{"id":1,"next":{"id":"${large}","__proto__":{"x":1}}}}`;
    const input = JSON.parse(text);
    expect(await send(schema, input)).toBe(
      `{"a/b~":{"id":"${large}"},"ids":[1,${large},${largest}],"node":{"id":1,"next":{"id":${large},"__proto__":{"x":1}}}}`,
    );
    expect(JSON.stringify(input)).toBe(text);
  });

  test("is found in a thread too", async () => {
    const schema = { type: "object", properties: { id: { type: "integer", maximum: 2 ** 60 } } };
    const padded = `${JSON.stringify(schema)}${" ".repeat(50_000)}`;
    expect(await send(schema, { id: large }, padded)).toBe(`{"id":${large}}`);
    expect(await send(schema, { id: largest }, padded)).toEqual([`fields.id: Must be <= ${2 ** 60}.`]);
  });

  test("another problem of the input is told alone", async () => {
    const schema = { type: "object", required: ["name"], properties: { id: { type: "integer" } } };
    expect(await send(schema, { id: large })).toEqual(["fields.name: Is required."]);
  });
});

describe("rules hold for every digit", () => {
  test.each<[JsonSchema, string, string]>([
    [{ maximum: 9007199254740992 }, large, "9007199254740992"],
    [{ minimum: 9007199254740996 }, "9007199254740995", "9007199254740996"],
    [{ exclusiveMaximum: 9007199254740996 }, "9007199254740996", "9007199254740995"],
    [{ exclusiveMinimum: 9007199254740992 }, "9007199254740992", large],
    [{ multipleOf: 10 }, "9007199254740995", "9007199254741000"],
    [{ multipleOf: 1.5 }, `${large}1`, "9007199254740993"],
    [{ enum: [9007199254740992, 1] }, large, "9007199254740992"],
    [{ const: 9007199254740992 }, large, "9007199254740992"],
    [{ enum: [1, large] }, "9007199254740995", large],
    [{ const: large }, "9007199254740995", large],
    [{ format: "int32" }, large, ""],
  ])("%j refuses %s", async (rule, wrong, right) => {
    const rules = { type: "integer", ...rule };
    expect(await sendId(rules, wrong)).toHaveLength(1);
    if (right !== "") {
      expect(await sendId(rules, right)).toBe(`{"id":${right}}`);
    }
  });

  test("neighbors are different items, and the same digits twice are not", async () => {
    const rules = { type: "array", items: { type: "integer" }, uniqueItems: true };
    expect(await sendId(rules, [largest, "18446744073709551614"])).toBe(
      `{"id":[${largest},18446744073709551614]}`,
    );
    expect(await sendId(rules, [largest, largest])).toHaveLength(1);
  });

  test("a member beside it keeps its rules", async () => {
    const schema = {
      type: "object",
      properties: {
        id: { type: "integer" },
        price: { type: "number", multipleOf: 0.01, maximum: 5, enum: [4.35, 7] },
      },
    };
    expect(await send(schema, { id: large, price: 4.35 })).toBe(`{"id":${large},"price":4.35}`);
    expect(await send(schema, { id: large, price: 7 })).toEqual(["fields.price: Must be <= 5."]);
  });
});
