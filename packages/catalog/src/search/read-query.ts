import { reading, readingMany, readingOne } from "./actions.ts";
import type { Lexicon } from "./lexicon.ts";
import { replacePhrases } from "./phrases.ts";
import { whoTerm } from "./posting-collector.ts";
import { similarTerms, splitCompound } from "./similar-terms.ts";
import { foldWord, splitCase, splitWords, toTerm } from "./split-words.ts";
import { replaceSpokenVerb } from "./spoken-verbs.ts";
import { measureShares } from "./word-shares.ts";

/** A term of the index that can match a word of the query. */
export interface QueryTerm {
  term: string;
  /** Weight of a match, without the term's rarity. */
  weight: number;
  /** Whether it is the word of the query, not one that means about the same. */
  isWritten: boolean;
}

/** A query as read: what is to be found, and what is to be done with it. */
export interface ReadQuery {
  /** The words that count. */
  words: readonly string[];
  /** Alternatives for each word. */
  groups: QueryTerm[][];
  /** Bits of the actions that its verb may mean. */
  actions: number;
  /** Bits of more general actions. */
  relatives: number;
  /** Whether it is about things of whoever asks. */
  isOwn: boolean;
  /** The terms that say where, such as `github` in "close an issue on GitHub". */
  places: ReadonlySet<string>;
}

/** The vocabulary that a query is matched against. */
export interface QueryContext extends Lexicon {
  /** Whether any document holds the term. */
  hasTerm(term: string): boolean;
  /** The terms with the same first letter. */
  termsLike(word: string): Iterable<string>;
}

const synonymWeight = 0.6;
/** The weight of a verb, whose meaning is compared with the tool's action as well. */
const verbWeight = 0.6;
const whoWeight = 1;
/** What is wanted is among the first words after the verb. */
const objectWords = 2;
/** Number of words per query that are compared with the whole vocabulary. */
const misspelledWords = 4;

const ownWords = new Set(["my", "me", "mine", "i", "myself", "own", "our"]);
const whoPattern =
  /\b(who am i|whoami|who i am|my (own )?(user|account|profile|identity)( info(rmation)?| details)?$|(current|authenticated|logged.in) user$)/i;
const questionWords = new Set([
  "what",
  "which",
  "who",
  "whose",
  "where",
  "when",
  "how",
  "is",
  "are",
  "am",
  "do",
  "does",
  "did",
  "has",
  "have",
  "was",
  "were",
]);
/** A word after one of these is a noun. */
const determiners = new Set([
  "a",
  "an",
  "the",
  "my",
  "your",
  "our",
  "this",
  "that",
  "these",
  "those",
  "his",
  "her",
  "their",
  "its",
  "in",
  "of",
  "on",
  "with",
  "from",
  "for",
  "by",
  "at",
]);

const prepositions = new Set(["in", "on", "at", "with", "to", "from", "via", "using", "into", "through"]);
const articles = new Set(["a", "an", "the", "my", "our", "your"]);

export function readQuery(text: string, context: QueryContext): ReadQuery {
  const spoken = replaceSpokenVerb(replacePhrases(readSpelling(text, context), context.phrases));
  const contentWords = spoken.filter((word) => !context.stopWords.has(word));
  const asksWho = whoPattern.test(text);
  const words = contentWords.length > 0 || asksWho ? contentWords : spoken;
  const verb = findVerb(spoken, context);
  const meaning = context.meanings.get(toTerm(verb ?? ""));
  const isQuestion = meaning === undefined || questionWords.has(spoken[0] ?? "");
  const groups = findTerms(words, verb, measureShares(spoken), context);
  if (asksWho) {
    groups.push(weighTerms([whoTerm], whoWeight, context));
  }
  return {
    words,
    groups: groups.filter((terms) => terms.length > 0),
    ...readNumber(
      meaning?.actions ?? 0,
      (meaning?.relatives ?? 0) | (isQuestion ? reading : 0),
      words.slice(words.indexOf(verb ?? "") + 1),
    ),
    isOwn: spoken.some((word) => ownWords.has(word)),
    places: findPlaces(spoken),
  };
}

/**
 * A query for several things wants a list, and one for a single thing wants the thing itself. A query without a verb, such as "which
 * models are available", asks for what it names.
 */
function readNumber(actions: number, relatives: number, objects: readonly string[]) {
  const all = actions | relatives;
  const isReading = ((actions === 0 ? relatives : actions) & reading) !== 0;
  if (!isReading || !objects.slice(0, objectWords).some(isPlural)) {
    return { actions, relatives };
  }
  return { actions: (actions & ~readingOne) | readingMany, relatives: all | readingOne };
}

const isPlural = (word: string): boolean => /[^s]s$/.test(word) && toTerm(word) !== word;

/** The terms right after a preposition and an article. */
function findPlaces(words: readonly string[]): ReadonlySet<string> {
  const places = words.filter((_, index) => {
    const before = words[index - 1] ?? "";
    return prepositions.has(articles.has(before) ? (words[index - 2] ?? "") : before);
  });
  return new Set(places.map(toTerm));
}

/** The first word that can be a verb where it stands. */
function findVerb(words: readonly string[], { meanings }: QueryContext): string | undefined {
  return words.find((word, index) => meanings.has(toTerm(word)) && !determiners.has(words[index - 1] ?? ""));
}

/**
 * Returns the folded words of a query. `GitHub` stays whole if the index holds it. `createIssue` also returns its parts, and
 * `you tube` also returns `youtube`.
 */
function readSpelling(query: string, { hasTerm }: QueryContext): string[] {
  const isKnown = (word: string) => hasTerm(toTerm(word));
  const words: string[] = [];
  let previous = "";
  for (const written of splitWords(query)) {
    const word = foldWord(written);
    const parts = splitCase(written).map(foldWord);
    if (parts.length === 0) {
      parts.push(...(isKnown(word) ? [] : splitCompound(word, isKnown)));
    }
    if (parts.length === 0 || isKnown(word)) {
      words.push(word);
    }
    if (!isKnown(word) || written.startsWith(word.slice(0, 1))) {
      words.push(...parts);
    }
    if (previous && isKnown(previous + word)) {
      words.push(previous + word);
    }
    previous = word;
  }
  return words;
}

/** Returns a list of alternatives for each word. */
function findTerms(
  words: readonly string[],
  verb: string | undefined,
  shares: ReadonlyMap<string, number>,
  context: QueryContext,
): QueryTerm[][] {
  const groups: QueryTerm[][] = [];
  let misspelled = 0;
  for (const [word, count] of countWords(words)) {
    let terms = knownTerms(toTerm(word), context);
    if (terms.length === 0 && misspelled++ < misspelledWords) {
      terms = similarTerms(word, context.termsLike(word)).map((term) => ({ ...term, isWritten: false }));
    }
    const share = ((2 * count) / (1 + count)) * (word === verb ? verbWeight : 1) * (shares.get(word) ?? 1);
    groups.push(terms.map((term) => ({ ...term, weight: term.weight * share })));
  }
  return groups;
}

function countWords(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}

function knownTerms(term: string, context: QueryContext): QueryTerm[] {
  const others = context.synonyms.get(term) ?? [];
  return [
    ...weighTerms([term], 1, context).map((each) => ({ ...each, isWritten: true })),
    ...weighTerms(others, synonymWeight, context),
  ];
}

function weighTerms(terms: readonly string[], weight: number, { hasTerm }: QueryContext): QueryTerm[] {
  return terms.filter(hasTerm).map((term) => ({ term, weight, isWritten: false }));
}
