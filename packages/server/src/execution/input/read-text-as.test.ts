import { expect, test } from "vitest";
import { readTextAs } from "./read-text-as.ts";

test.each<[string, object, string, unknown]>([
  ["a text stays a text", { type: "string" }, "5", "5"],
  ["no type takes a text", {}, "5", "5"],
  ["an integer", { type: "integer" }, "5", 5],
  ["a number", { type: "number" }, "-2.5", -2.5],
  ["a boolean", { type: "boolean" }, "true", true],
  ["a type that may be null", { type: ["integer", "null"] }, "5", 5],
  ["a list between commas", { type: "array", items: { type: "integer" } }, "1, 2", [1, 2]],
  ["a list as JSON", { type: "array", items: { type: "string" } }, '["a, b", "c"]', ["a, b", "c"]],
  ["a list of lists", { $ref: "#/$defs/Rows" }, "[[1, 2], [3]]", [[1, 2], [3]]],
  ["one of the allowed", { type: "string", enum: ["open", "closed"] }, "open", "open"],
  ["a reference", { $ref: "#/$defs/Size" }, "7", 7],
  ["a reference whose name is escaped", { $ref: "#/$defs/shop~1size%20in%20mm" }, "7", 7],
])("%s", (_, schema, text, value) => {
  const integer = { type: "integer" };
  const rows = { type: "array", items: { type: "array", items: integer } };
  const defs = { Size: integer, "shop/size in mm": integer, Rows: rows };
  expect(readTextAs(schema, text, { $defs: defs })).toEqual(value);
});

test.each<[string, object, string]>([
  ["a fraction for an integer", { type: "integer" }, "2.5"],
  ["a word for a number", { type: "number" }, "many"],
  ["nothing for a number", { type: "number" }, " "],
  ["infinity", { type: "number" }, "Infinity"],
  ["a word for a boolean", { type: "boolean" }, "yes"],
  ["a list with a wrong item", { type: "array", items: { type: "integer" } }, "1,x"],
  ["what is not allowed", { type: "string", enum: ["open"] }, "ajar"],
  ["a text for lists without end", { $ref: "#/$defs/Lists" }, "a"],
  ["a text for an object", { type: "object" }, "{}"],
])("%s is no value", (_, schema, text) => {
  const lists = { type: "array", items: { $ref: "#/$defs/Lists" } };
  expect(readTextAs(schema, text, { $defs: { Lists: lists } })).toBeUndefined();
});
