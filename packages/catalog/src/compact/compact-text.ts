/**
 * Shortens a text for a model: its first sentence in plain words, without Markdown links, HTML and callouts.
 *
 * @param maxLength characters of the first sentence; a longer one is cut at a word
 * @param maxWithSecond a second sentence is kept when both have at most so many characters; default 0: never
 */
export function compactText(text: string, maxLength: number, maxWithSecond = 0): string {
  const [first = "", second] = listSentences(stripMarkup(text.slice(0, maxRead)));
  const both = `${first} ${second}`;
  return second !== undefined && both.length <= maxWithSecond && !isReference(second)
    ? both
    : cutAtWord(first, maxLength);
}

/** No first sentences are longer. This bounds the work on a text of any length. */
const maxRead = 4000;

/** Text between backticks stays as it is: `*` there is no mark of emphasis. */
const codeSpan = /(`[^`\n]*`)/;

function stripMarkup(text: string): string {
  return text
    .replace(/<!--[\s\S]*?-->/g, " ")
    .split(codeSpan)
    .map((part) => (codeSpan.test(part) ? part : stripMarks(part)))
    .join("")
    .replace(/!?\[([^[\]]*)\]\([^()\s]*\)/g, "$1")
    .replace(/\s*\n\s*\n\s*/g, "\n")
    .trim();
}

function stripMarks(text: string): string {
  return text
    .replace(/<\/?(?:a|b|i|u|em|strong|code|span|kbd|sub|sup)(?:\s[^<>]*)?>/gi, "")
    .replace(/<\/?[a-z][^<>]*>/gi, " ")
    .replace(/\[!\w+\]/g, " ")
    .replace(/^[ \t]*(?:#{1,6}|>|[-*+]|\d{1,3}\.)[ \t]+/gm, "")
    .replace(/\*\*|__|(?<![\w*])[_*](?=\S)|(?<=\S)[_*](?![\w*])/g, "");
}

/** A line break after a blank line ends a sentence, too: headings and list items have no full stop. */
function listSentences(text: string): string[] {
  return text
    .split("\n")
    .join(" ")
    .replace(/\s+/g, " ")
    .split(/(?<=[.!?]["')\]]?) (?=["'(`[]?[A-Z0-9])/)
    .reduce<string[]>(joinAbbreviations, [])
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "");
}

const abbreviation = /(?:^|[\s(])(?:e\.g|i\.e|etc|vs|cf|approx|no|[A-Z])\.$/i;

/** Joins what was split after an abbreviation. */
function joinAbbreviations(sentences: string[], part: string): string[] {
  const last = sentences.at(-1);
  if (last !== undefined && abbreviation.test(last)) {
    sentences[sentences.length - 1] = `${last} ${part}`;
  } else {
    sentences.push(part);
  }
  return sentences;
}

/** A sentence that only points to other documentation, which a model cannot open. */
const isReference = (sentence: string): boolean =>
  /^(?:for (?:more|further|additional) (?:information|details)|see |read more|learn more|refer to )/i.test(
    sentence,
  );

function cutAtWord(text: string, length: number): string {
  if (text.length <= length) {
    return text;
  }
  const head = text.slice(0, length - 1).toWellFormed();
  const word = head.search(/\s\S*$/);
  return `${head.slice(0, word > 0 ? word : head.length).replace(/[\s,;:(–-]+$/, "")}…`;
}
