import { expect, test } from "vitest";
import { cutAtSentence } from "./tool-text.ts";

test("a text is cut at a sentence, else at a word, and never within a character", () => {
  expect(cutAtSentence("One thing. Another thing.", 20)).toBe("One thing.");
  expect(cutAtSentence("One thing and another", 15)).toBe("One thing and…");
  const cut = cutAtSentence(`${"\u3042".repeat(8)}🚀🚀`, 10);
  expect(cut.isWellFormed()).toBe(true);
  expect(cut).toHaveLength(10);
});
