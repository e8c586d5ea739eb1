import { impactScale } from "./build-postings.ts";
import { type Lexicon, makeLexicon } from "./lexicon.ts";
import { type DocumentFeatures, deprecatedMark, featuredMark } from "./posting-collector.ts";
import { type QueryContext, type QueryTerm, type ReadQuery, readQuery } from "./read-query.ts";
import type { SearchDocument } from "./search-document.ts";
import { buildSegment, type SearchSegment } from "./search-segment.ts";
import { isNamed, measureAbout, type SearchedApplication } from "./searched-applications.ts";
import { collectTerms } from "./similar-terms.ts";
import { toTerm } from "./split-words.ts";

/** Ranks tools or applications by how well they fit a query in words. */
export interface SearchIndex {
  /**
   * Returns the numbers of all matching documents, best first, ties by slug. Numbers count from 0 through all segments. A
   * query without words matches nothing. `accept` filters documents before ranking. Only the first 1,000 characters of a
   * query and its 32 rarest words are used.
   */
  search(query: string, accept?: (document: number) => boolean): number[];
  /** Number of documents. */
  readonly size: number;
}

/** Builds segments and indexes. */
export interface Search {
  /**
   * Prepares documents for search: BM25F over their fields, with English stems, stop words, synonyms of verbs, and similar terms
   * for unknown words. An exact slug or its beginning ranks first, then an exact name.
   */
  buildSegment(documents: Iterable<SearchDocument>): Promise<SearchSegment>;
  /** Searches segments as if they were one: the ranking is the same. Does no work before the first search. */
  combine(segments: readonly SearchSegment[]): SearchIndex;
}

const queryLength = 1_000;
const queryWords = 32;
/** For comparison, a rare word adds up to about six. */
const namedApplicationBonus = 2;
const aboutBonus = 2;
const actionBonus = 2;
const headBonus = 2;
const featuredBonus = 1;
const deprecatedPenalty = 0.5;
const slugPrefixBonus = 1_000;
const exactSlugBonus = 100_000;
/** Above every score of words, below that of a slug. */
const exactNameBonus = 500;
/** Positive 32-bit floats sort like their bits, so 21 bits of a double remain for the document. */
const documentSpace = 2 ** 21;

export function openSearch(): Search {
  const lexicon = makeLexicon();
  return {
    buildSegment: (documents) => buildSegment(documents, lexicon),
    combine: (segments) => new CombinedIndex(segments, lexicon),
  };
}

/** A segment and the number of its first document. */
interface Placed extends SearchSegment {
  first: number;
}

class CombinedIndex implements SearchIndex {
  readonly size: number;
  readonly #segments: readonly Placed[];
  readonly #context: QueryContext;
  /** Whether the documents are already in the order of their slugs. */
  readonly #isInSlugOrder: boolean;

  constructor(segments: readonly SearchSegment[], lexicon: Lexicon) {
    let size = 0;
    this.#segments = segments.map((segment) => {
      const placed = { ...segment, first: size };
      size += segment.size;
      return placed;
    });
    this.size = size;
    this.#isInSlugOrder = segments.every(({ isInSlugOrder }) => isInSlugOrder) && segments.length === 1;
    this.#context = {
      ...lexicon,
      hasTerm: (term) => segments.some(({ postings }) => postings.vocabulary.has(term)),
      termsLike: (word) =>
        collectTerms(
          segments.map(({ termsByLetter }) => termsByLetter),
          word,
        ),
    };
  }

  search(query: string, accept?: (document: number) => boolean): number[] {
    const text = query.slice(0, queryLength).trim();
    const read = readQuery(text, this.#context);
    const scores = new Float32Array(this.size);
    this.#scoreWords(read, scores);
    this.#scoreFeatures(read, scores);
    this.#scoreNames(text.toLowerCase(), scores);
    this.#scoreSlugs(text.toLowerCase(), scores);
    return this.#rank(scores, accept);
  }

  #scoreWords(read: ReadQuery, scores: Float32Array): void {
    const groups = read.groups.map((terms) => this.#weighGroup(terms));
    groups.sort((one, other) => heaviest(other) - heaviest(one));
    const wordScores = new Float32Array(this.size);
    for (const terms of groups.slice(0, queryWords)) {
      this.#scoreWord(terms, wordScores.fill(0));
      for (let document = 0; document < this.size; document++) {
        add(scores, document, at(wordScores, document));
      }
    }
  }

  /** Prefers tools that do what the query's verb says, and whose names say little else than the query. */
  #scoreFeatures(read: ReadQuery, scores: Float32Array): void {
    const { groups, actions, relatives } = read;
    for (const { postings, features, applications, applicationOf, first, size } of this.#segments) {
      const applicationBonus = this.#weighApplications(applications, read);
      const closeness = new Float32Array(postings.vocabulary.size);
      for (const { term, weight } of groups.flat()) {
        const number = postings.vocabulary.get(term);
        if (number !== undefined) {
          closeness[number] = Math.max(at(closeness, number), Math.min(weight, 1));
        }
      }
      for (let document = 0; document < size; document++) {
        const score = at(scores, first + document);
        if (score <= 0) {
          continue;
        }
        const marks = at(features.marks, document);
        const bonus =
          at(applicationBonus, at(applicationOf, document)) +
          actionBonus * compareActions(at(features.namedActions, document), at(features.methodActions, document), actions, relatives) +
          headBonus * coverHead(features, document, closeness) +
          ((marks & featuredMark) !== 0 ? featuredBonus : 0) -
          ((marks & deprecatedMark) !== 0 ? deprecatedPenalty : 0);
        scores[first + document] = Math.max(score + bonus, score / 2);
      }
    }
  }

  /** A synonym counts at most as much as the word itself would. */
  #weighGroup(terms: readonly QueryTerm[]): QueryTerm[] {
    const weighed = terms.map((term) => this.#weigh(term));
    const [word] = terms;
    const [weight] = weighed;
    if (word === undefined || weight === undefined || !word.isWritten) { return weighed; }
    const rarity = weight.weight / word.weight;
    return weighed.map((each, index) => ({ ...each, weight: Math.min(each.weight, rarity * (terms[index]?.weight ?? 0)) }));
  }

  /** Gives rare terms more weight (BM25's inverse document frequency). */
  #weigh({ term, weight, isWritten }: QueryTerm): QueryTerm {
    let holding = 0;
    for (const { postings } of this.#segments) {
      const number = postings.vocabulary.get(term);
      holding += number === undefined ? 0 : at(postings.starts, number + 1) - at(postings.starts, number);
    }
    return { term, isWritten, weight: weight * Math.log(1 + (this.size - holding + 0.5) / (holding + 0.5)) };
  }

  /** Adds only the best of a word's alternatives to the score, not their sum. */
  #scoreWord(terms: readonly QueryTerm[], wordScores: Float32Array): void {
    for (const { postings, first } of this.#segments) {
      const { vocabulary, starts, documents, impacts } = postings;
      for (const { term, weight } of terms) {
        const number = vocabulary.get(term);
        if (number === undefined) {
          continue;
        }
        const scale = weight / impactScale;
        const end = at(starts, number + 1);
        for (let entry = at(starts, number); entry < end; entry++) {
          const document = first + at(documents, entry);
          const score = scale * at(impacts, entry);
          if (score > at(wordScores, document)) {
            wordScores[document] = score;
          }
        }
      }
    }
  }

  /** The bonus of each of a segment's applications. */
  #weighApplications(applications: readonly SearchedApplication[], { words, groups }: ReadQuery): Float32Array {
    const terms = new Set(words.map(toTerm));
    return Float32Array.from(applications, (application) =>
      isNamed(application, terms) ? namedApplicationBonus : aboutBonus * measureAbout(application, groups),
    );
  }

  #scoreNames(text: string, scores: Float32Array): void {
    for (const { byName, first } of this.#segments) {
      for (const document of byName.get(text) ?? []) {
        add(scores, first + document, exactNameBonus);
      }
    }
  }

  #scoreSlugs(text: string, scores: Float32Array): void {
    if (!/^[a-z][a-z0-9_-]*$/.test(text)) {
      return;
    }
    for (const { slugs, first } of this.#segments) {
      for (const [document, slug] of slugs.entries()) {
        if (slug.startsWith(text)) {
          add(scores, first + document, slug === text ? exactSlugBonus : slugPrefixBonus);
        }
      }
    }
  }

  /** Packs score and document into one number before sorting. This is ten times as fast as a comparator. */
  #rank(scores: Float32Array<ArrayBuffer>, accept: (document: number) => boolean = () => true): number[] {
    const scoreBits = new Uint32Array(scores.buffer);
    const keys = new Float64Array(this.size);
    let count = 0;
    for (const [document, bits] of scoreBits.entries()) {
      if (bits > 0 && accept(document)) {
        keys[count++] = bits * documentSpace + (documentSpace - 1 - document);
      }
    }
    const sorted = keys.subarray(0, count).sort().reverse();
    const documents = Array.from(sorted, (key) => documentSpace - 1 - (key % documentSpace));
    return this.#isInSlugOrder ? documents : this.#sortTies(documents, scores);
  }

  /** Sorts documents with equal scores, which are adjacent, by slug. */
  #sortTies(documents: number[], scores: Float32Array): number[] {
    let start = 0;
    while (start < documents.length) {
      const score = at(scores, at(documents, start));
      let end = start + 1;
      while (end < documents.length && at(scores, at(documents, end)) === score) {
        end++;
      }
      if (end - start > 1) {
        const tied = documents.slice(start, end).sort((one, other) => this.#compareSlugs(one, other));
        for (const [index, document] of tied.entries()) {
          documents[start + index] = document;
        }
      }
      start = end;
    }
    return documents;
  }

  #compareSlugs(one: number, other: number): number {
    return this.#slugOf(one) < this.#slugOf(other) ? -1 : 1;
  }

  #slugOf(document: number): string {
    const segment = this.#segments.findLast(({ first }) => first <= document);
    return segment?.slugs[document - segment.first] ?? "";
  }
}

/** How well what a tool does fits what is wanted: 0 to 1. */
function compareActions(named: number, method: number, actions: number, relatives: number): number {
  if (actions === 0) {
    return ((named | method) & relatives) === 0 ? 0 : 0.5;
  }
  if ((named & actions) !== 0) {
    return 1;
  }
  if ((method & actions) !== 0) {
    return named === 0 ? 1 : 0.6;
  }
  return ((named | method) & relatives) === 0 ? 0 : 0.5;
}

/** The share of a name's terms that the query holds. */
function coverHead({ headStarts, heads }: DocumentFeatures, document: number, closeness: Float32Array): number {
  const start = at(headStarts, document);
  const end = at(headStarts, document + 1);
  let sum = 0;
  for (let entry = start; entry < end; entry++) {
    sum += at(closeness, at(heads, entry));
  }
  return sum / (end - start + 0.5);
}

function heaviest(terms: readonly QueryTerm[]): number {
  return Math.max(...terms.map(({ weight }) => weight));
}

function add(scores: Float32Array, document: number, score: number): void {
  scores[document] = at(scores, document) + score;
}

/** Reads an index that is known to be in range. */
function at<T>(list: ArrayLike<T>, index: number): T {
  return list[index] as T;
}
