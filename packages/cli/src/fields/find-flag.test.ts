import { expect, it } from "vitest";
import { findFlag } from "./find-flag.ts";

const options = new Set(["top", "connection"]);

it("lists the inputs when a flag is none of them, those that are called like an option as pairs", () => {
  const schema = { type: "object", properties: { labels: { type: "string" }, top: { type: "integer" } } };
  expect(() => findFlag(schema, "x", options)).toThrow(
    "The tool has no input --x. It has --labels, -F top=…. Add --help for what they are. `bowline help execute` lists the options.",
  );
});

it("says so when the tool has no input", () => {
  expect(() => findFlag({ type: "object" }, "conection", options)).toThrow(
    "The tool has no input --conection. It has none at all. `bowline help execute` lists the options.",
  );
});
