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
    "The tool has no input --conection. Did you mean --connection? It has none at all. `bowline help execute` lists the options.",
  );
});

it("names the input or the option that a misspelled flag is close to", () => {
  const schema = { type: "object", properties: { owner: { type: "string" }, top: { type: "integer" } } };
  const find = (name: string) => () => findFlag(schema, name, options);
  expect(find("onwer")).toThrow(
    "The tool has no input --onwer. Did you mean --owner? It has --owner, -F top=….",
  );
  expect(find("tpo")).toThrow("Did you mean -F top=…?");
  expect(find("conection")).toThrow("Did you mean --connection?");
  expect(find("repository")).not.toThrow("Did you mean");
});
