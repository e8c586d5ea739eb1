/**
 * Shortens a text for a model: its first sentence in plain words, without Markdown links, HTML and callouts.
 *
 * @param maxLength characters of the first sentence; a longer one is cut at a word
 * @param maxWithSecond a second sentence is kept when both have at most so many characters; default 0: never
 * @param instead is shortened when no sentence helps to choose or call a tool; default: the text itself
 */
export function compactText(text: string, maxLength: number, maxWithSecond = 0, instead = ""): string {
  const sentences = readSentences(text);
  const told = sentences.filter((sentence) => !isAside(sentence));
  if (told.length === 0 && instead !== "") {
    return compactText(instead, maxLength);
  }
  const [first = "", second] = told.length > 0 ? told : sentences;
  const both = `${first} ${second}`;
  return second !== undefined && both.length <= maxWithSecond ? both : cutAtWord(first, maxLength);
}

/** Reads the sentences that a text begins with, in plain words. */
export const readSentences = (text: string): string[] =>
  listSentences(stripMarkup(dropSections(dropCallouts(text.slice(0, maxRead).toWellFormed()))));

/** The beginning says what counts. This bounds the work on a text of any length (decisions D75). */
const maxRead = 1500;

/** Block quotes before the text itself: they warn of early access and the like. */
const callouts = /^\s*(?:(?:>.*\n[ \t]*)+\n\s*)+(?=[^\s>])/;

const dropCallouts = (text: string): string => text.replace(callouts, "");

/** A line such as `Error responses:` or `Args:` behind the text begins a section of its own. */
const section = /(?<=\S)[ \t]*\n\s*[A-Z][A-Za-z ]{2,30}:[ \t]*\n/;

const dropSections = (text: string): string => text.split(section, 1)[0] ?? text;

/** Text between backticks stays as it is: `*` there is no mark of emphasis. */
const codeSpan = /(`[^`\n]*`)/;

function stripMarkup(text: string): string {
  return text
    .replace(/<!--[\s\S]*?-->/g, " ")
    .split(codeSpan)
    .map((part) => (codeSpan.test(part) ? part : stripMarks(part)))
    .join("")
    .replace(/!?\[([^[\]]*)\]\([^()\s]*\)/g, "$1");
}

function stripMarks(text: string): string {
  return text
    .replace(/<\/?(?:a|b|i|u|em|strong|code|span|kbd|sub|sup)(?:\s[^<>]*)?>/gi, "")
    .replace(/<\/?[a-z][^<>]*>/gi, " ")
    .replace(/\[!\w+\]/g, " ")
    .replace(/^[ \t]*(?:#{1,6}|>|[-*+]|\d{1,3}\.)[ \t]+/gm, "")
    .replace(/\*\*|__|(?<![\w*])[_*](?=\S)|(?<=\S)[_*](?![\w*])/g, "");
}

/** A blank line ends a sentence, too: headings have no full stop. */
function listSentences(text: string): string[] {
  return text
    .split(/\n[^\S\n]*\n/)
    .flatMap((paragraph) =>
      paragraph
        .replace(/\s+/g, " ")
        .split(/(?<=[.!?]["')\]]?) (?=["'(`[]?[A-Z0-9])/)
        .reduce<string[]>(joinAbbreviations, []),
    )
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

/** Sentences that point elsewhere or speak of the documentation. */
const asides = [
  /^(?:for (?:more|further|additional) (?:information|details)|see |read more|learn more|refer to )/i,
  /\busers? must (?:have|be)\b|\bto use this (?:endpoint|operation|API)\b/i,
  /\bsubject to change\b|\bclosing down\b/i,
];
const credential = /\b(?:tokens?|OAuth|JWT|credentials?)\b/i;
const demand = /\b(?:needs?|must|requires?|scopes?)\b/i;

/** Whether a sentence does not help to choose or call a tool. Credentials are the gateway's business. */
const isAside = (sentence: string): boolean =>
  asides.some((aside) => aside.test(sentence)) || (credential.test(sentence) && demand.test(sentence));

/** Cuts a text that is longer than `length` characters, at a word where there is one. */
export function cutAtWord(text: string, length: number): string {
  if (text.length <= length) {
    return text;
  }
  const head = text.slice(0, length - 1).toWellFormed();
  const word = head.search(/\s\S*$/);
  return `${head.slice(0, word > 0 ? word : head.length).replace(/[\s,;:(–-]+$/, "")}…`;
}
