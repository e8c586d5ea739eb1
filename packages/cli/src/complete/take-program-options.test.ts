import { expect, it } from "vitest";
import { takeProgramOptions } from "./take-program-options.ts";

it.each([
  ["--profile work toolsets show ", "toolsets show ", "work"],
  ["toolsets --profile=work --json show --timeout 5 ", "toolsets show ", "work"],
  ["toolsets show ", "toolsets show ", undefined],
  // What is being typed stays.
  ["toolsets --profile ", "toolsets --profile ", undefined],
  ["toolsets --profile=w", "toolsets --profile=w", undefined],
  ["toolsets --js", "toolsets --js", undefined],
])("finds the profile and the command in `bowline %s`", (line, rest, profile) => {
  expect(takeProgramOptions(line.split(" "))).toEqual({ profile, words: rest.split(" ") });
});
