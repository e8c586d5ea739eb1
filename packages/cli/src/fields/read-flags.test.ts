import { expect, it } from "vitest";
import { readFlags } from "./read-flags.ts";

it("says how a value that begins with a dash is written", async () => {
  const schema = { type: "object", properties: { search: { type: "string" } } };
  const read = (...words: string[]) => readFlags(words, schema, {}, async () => "", new Set());
  // `-foo` of the line is the option -f by then.
  await expect(read("--search")).rejects.toThrow(
    "--search needs a value. One that begins with a dash is written as --search=-x.",
  );
  await expect(read("--search=-foo")).resolves.toBeUndefined();
});
