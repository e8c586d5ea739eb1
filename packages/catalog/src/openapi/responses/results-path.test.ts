import { expect, it } from "vitest";
import { References } from "../document/references.ts";
import { resultsPathOf } from "./results-path.ts";

const objects = { type: "array", items: { type: "object" } };
const text = { type: "string" };
const envelope = { type: "object", properties: { items: objects } };

function pathOf(
  schema: unknown,
  hints: { method?: string; path?: string; tags?: string[] } = {},
): string | null {
  const references = new References({ components: { schemas: { Envelope: envelope } } });
  return resultsPathOf(schema, references, { method: "GET", path: "/users", tags: [], ...hints });
}

it.each([
  ["an array itself", objects, ""],
  ["an array of texts itself", { type: "array", items: text }, ""],
  ["a list by a usual name", { properties: { data: objects, included: objects } }, "/data"],
  ["a list called result beside others", { properties: { errors: objects, result: objects } }, "/result"],
  ["a list called response", { properties: { errors: objects, response: objects } }, "/response"],
  ["a list named like the path", { properties: { users: objects, errors: objects } }, "/users"],
  [
    "the only list of an envelope",
    { properties: { people_found: text, members: objects, total: text } },
    "/members",
  ],
  ["a list one level down", { properties: { result: { properties: { items: objects } } } }, "/result/items"],
  ["a list behind references and allOf", { allOf: [{ $ref: "#/components/schemas/Envelope" }] }, "/items"],
  ["no list of failures beside a record", { properties: { profile: {}, errors: objects } }, null],
  ["the only list beside failures", { properties: { codes: objects, errors: objects } }, "/codes"],
  ["no list of plain values", { properties: { names: { type: "array", items: text } } }, null],
  ["no list among several unknown ones", { properties: { alphas: objects, betas: objects } }, null],
  ["nothing unknown", {}, null],
  [
    "a list by a usual name without a word on its entries",
    { properties: { data: { type: "array" } } },
    "/data",
  ],
  ["one with an empty schema of entries", { properties: { items: { type: "array", items: {} } } }, "/items"],
  ["one whose entries may be anything", { properties: { rows: { type: "array", items: true } } }, "/rows"],
  [
    "one down a level",
    { properties: { result: { properties: { items: { type: "array" } } } } },
    "/result/items",
  ],
  [
    "the list of objects beside such a list",
    { properties: { data: { type: "array" }, users: objects } },
    "/users",
  ],
  ["no list of texts by a usual name", { properties: { data: { type: "array", items: text } } }, null],
  [
    "no list of lists by a usual name",
    { properties: { values: { type: "array", items: { items: {} } } } },
    null,
  ],
  ["no such list by another name", { properties: { names: { type: "array" } } }, null],
])("finds %s", (_case, schema, expected) => {
  expect(pathOf(schema)).toBe(expected);
});

it("takes a list that only its name tells in the response to a GET, not inside a record", () => {
  const schema = { properties: { data: { type: "array" } } };
  expect(pathOf(schema, { path: "/lists/{id}" })).toBe("/data");
  expect(pathOf(schema, { method: "POST" })).toBeNull();
  expect(pathOf({ properties: { id: text, data: { type: "array" } } })).toBeNull();
});

it("does not take a list inside a single record as the results", () => {
  const schema = { properties: { id: text, emails: objects } };
  expect(pathOf(schema)).toBeNull();
  expect(pathOf({ properties: { emails: objects } }, { path: "/users/{id}" })).toBeNull();
});

it("does not take a list in the response to a change", () => {
  expect(pathOf({ properties: { members: objects } }, { method: "POST" })).toBeNull();
});

it("escapes the pointer", () => {
  expect(pathOf({ properties: { "a/users": objects } })).toBe("/a~1users");
});
