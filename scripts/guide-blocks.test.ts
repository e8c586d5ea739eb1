import { expect, it } from "vitest";
import { findDifferences, readShownJson } from "./guide-blocks.ts";

it.each([
  ['{"items": []}', { items: [1] }, "$.items is shown with 0 entries, and 1 were printed"],
  ['{"items": [1, 2]}', { items: [1] }, "$.items is shown with 2 entries, and 1 were printed"],
  ['{"items": [1, …]}', { items: [] }, "$.items[0] is a number, and undefined was printed"],
  ['{"id": 1}', { id: 1, name: "x" }, "$.name was printed and is not shown"],
  ['{"id": "1", …}', { id: 1, name: "x" }, "$.id is a string, and a number was printed"],
])("finds what %s has and a response has not, or the other way round", (shown, printed, difference) => {
  expect(findDifferences(readShownJson(shown), printed)).toEqual([difference]);
});

it("finds nothing where the rest is left out", () => {
  expect(findDifferences(readShownJson('{"items": [1, …], …}'), { items: [1, 2, 3], top: 25 })).toEqual([]);
});
