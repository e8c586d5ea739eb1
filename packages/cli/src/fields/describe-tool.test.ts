import { expect, it } from "vitest";
import { describeTool } from "./describe-tool.ts";

it.each([
  ["List your connections", "Sorted by id.", "List your connections. Sorted by id."],
  ["Delete it?", "At once.", "Delete it? At once."],
  ["Delete a thing", "", "Delete a thing"],
  ["Get a thing", "Get a thing by its id.", "Get a thing by its id."],
  ["get_thing", "Reads one.", "Reads one."],
  ["", "Reads one.", "Reads one."],
])("a tool named %j with the description %j", (name, description, expected) => {
  expect(describeTool({ slug: "things_get_thing", name, description })).toBe(expected);
});
