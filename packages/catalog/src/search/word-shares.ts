/** Times: a tool that fits is rarely named for them. */
const times = new Set(
  `today tomorrow yesterday tonight now morning afternoon evening noon midnight clock monday tuesday wednesday thursday friday
  saturday sunday weekend january february march april june july august september october november december`.split(
    /\s+/,
  ),
);
const periods = new Set(
  "day week month year hour minute quarter days weeks months years hours minutes".split(" "),
);
const beforePeriods = new Set("this next last past previous every each coming current recent".split(" "));
/** What follows is a text or a name. */
const contentMarks = new Set("saying says called named titled entitled".split(" "));
/** What follows is the content of a text, if a text stands before. */
const topicMarks = new Set("about regarding concerning".split(" "));
const texts = new Set(
  "email mail message thread conversation note document page post ticket issue task reminder event meeting".split(
    " ",
  ),
);
/** Ends the content. */
const prepositions = new Set("in on with to from by using via into".split(" "));

const timeShare = 0.3;
const contentShare = 0.5;

/**
 * Measures how much each word of a request says about the tool: 1, or less for times and for what the tool is to be told. A word that
 * occurs twice counts where it says more.
 */
export function measureShares(words: readonly string[]): ReadonlyMap<string, number> {
  const shares = new Map<string, number>();
  let isContent = false;
  for (const [index, word] of words.entries()) {
    isContent = marksContent(words, index) || (isContent && !prepositions.has(word));
    const share = isTime(words, index) ? timeShare : isContent ? contentShare : 1;
    shares.set(word, Math.max(share, shares.get(word) ?? 0));
  }
  return shares;
}

function marksContent(words: readonly string[], index: number): boolean {
  const word = words[index] ?? "";
  return (
    contentMarks.has(word) || (topicMarks.has(word) && texts.has((words[index - 1] ?? "").replace(/s$/, "")))
  );
}

function isTime(words: readonly string[], index: number): boolean {
  const word = words[index] ?? "";
  return (
    times.has(word) ||
    /^\d+$/.test(word) ||
    (periods.has(word) && (beforePeriods.has(words[index - 1] ?? "") || /^\d+$/.test(words[index - 1] ?? "")))
  );
}
