import type { ReactNode } from "react";

const style = {
  background: "none",
  color: "inherit",
  textDecoration: "underline",
  textDecorationColor: "var(--accent)",
  textUnderlineOffset: 3,
};

/** Marks the words of a text that a search names, whatever their endings: they are why it was found. */
export function MarkedWords({ text, words }: { text: string; words: readonly string[] }): ReactNode {
  const stems = words.filter((word) => word.length > 2 && !plainWords.has(word.toLowerCase())).map(findStem);
  if (stems.length === 0) {
    return text;
  }
  return text.split(/([\p{L}\p{N}]+)/u).map((part, index) =>
    index % 2 === 1 && stems.some((stem) => part.toLowerCase().startsWith(stem)) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: The parts of one text never move.
      <mark key={index} style={style}>
        {part}
      </mark>
    ) : (
      part
    ),
  );
}

/** Words that say nothing about why a tool was found. */
const plainWords = new Set(["the", "and", "for", "with", "from", "that", "this", "all", "into", "out"]);

/** Returns what `issue` and `issues`, or `close` and `closing`, begin with; a short word as it is. */
function findStem(word: string): string {
  const lower = word.toLowerCase();
  const stem = lower.replace(/(?:ies|ing|ed|es|s|e|y)$/, "");
  return stem.length < 3 ? lower : stem;
}
