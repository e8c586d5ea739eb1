import { setImmediate as nextTurn } from "node:timers/promises";
import { impactScale, type Postings } from "./build-postings.ts";
import { NamedApplications } from "./named-applications.ts";
import { PostingCollector } from "./posting-collector.ts";
import { findTerms, type QueryContext, type QueryTerm, readWords } from "./read-query.ts";
import type { SearchDocument } from "./search-document.ts";
import { groupByLetter } from "./similar-terms.ts";
import { toTerm } from "./split-words.ts";
import { makeStopWords } from "./stop-words.ts";
import { makeActions, makeSynonyms } from "./synonyms.ts";

/** Ranks tools or applications by how well they fit a query in words. */
export interface SearchIndex {
  /**
   * Numbers of the documents that match, counted from 0 in the order given to `buildSearchIndex`: every match, best
   * first, ties by slug; none for a query without words. `accept` leaves documents out before they are ranked. Of a
   * query the first 1,000 characters and the 32 most telling words count.
   */
  search(query: string, accept?: (document: number) => boolean): number[];
  /** How many documents it holds. */
  readonly size: number;
}

const queryLength = 1_000;
const queryWords = 32;
/** Beside it, a telling word counts up to about six. */
const namedApplicationBonus = 2;
const slugPrefixBonus = 1_000;
const exactSlugBonus = 100_000;
/** Above every query in words, below a slug. */
const exactNameBonus = 500;
/** Documents read in one turn of the event loop: about 5 ms. */
const documentsPerTurn = 100;
/** Positive 32-bit floats order like their bits, which leaves 21 bits of a double for the order of slugs. */
const slugSpace = 2 ** 21;

/**
 * Indexes documents for search: BM25F over their fields, with English stems, stop words, synonyms of verbs, and a guess
 * at words that occur nowhere. An exact slug, or the beginning of one, comes first, then an exact name.
 *
 * Documents are read a few at a time, so that whatever else the process does goes on.
 */
export async function buildSearchIndex(documents: Iterable<SearchDocument>): Promise<SearchIndex> {
  const actions = makeActions();
  const collector = new PostingCollector(actions);
  const applications = new NamedApplications();
  const byName = new Map<string, number[]>();
  const slugs: string[] = [];
  for (const document of documents) {
    collector.add(document);
    applications.add(document, slugs.length);
    const name = document.name.toLowerCase();
    byName.set(name, [...(byName.get(name) ?? []), slugs.length]);
    slugs.push(document.slug);
    if (slugs.length % documentsPerTurn === 0) {
      await nextTurn();
    }
  }
  const postings = collector.finish();
  const context = {
    vocabulary: postings.vocabulary,
    stopWords: makeStopWords(),
    synonyms: makeSynonyms(),
    actions,
    termsByLetter: groupByLetter(postings.vocabulary.keys()),
  };
  return new Ranking(postings, context, applications, byName, slugs);
}

class Ranking implements SearchIndex {
  readonly size: number;
  readonly #postings: Postings;
  readonly #context: QueryContext;
  readonly #applications: NamedApplications;
  /** By lower-case name. */
  readonly #byName: ReadonlyMap<string, readonly number[]>;
  readonly #slugs: readonly string[];
  /** Documents by slug, the last first: of two with one score the later one here comes first. */
  readonly #bySlug: Uint32Array;
  /** Both are used anew by every search, which is synchronous. */
  readonly #scores: Float32Array<ArrayBuffer>;
  readonly #wordScores: Float32Array;

  constructor(
    postings: Postings,
    context: QueryContext,
    applications: NamedApplications,
    byName: ReadonlyMap<string, readonly number[]>,
    slugs: readonly string[],
  ) {
    this.size = slugs.length;
    this.#postings = postings;
    this.#context = context;
    this.#applications = applications;
    this.#byName = byName;
    this.#slugs = slugs;
    this.#bySlug = Uint32Array.from(slugs.keys()).sort((one, other) =>
      at(slugs, one) < at(slugs, other) ? 1 : -1,
    );
    this.#scores = new Float32Array(this.size);
    this.#wordScores = new Float32Array(this.size);
  }

  search(query: string, accept?: (document: number) => boolean): number[] {
    const text = query.slice(0, queryLength).trim();
    const words = readWords(text, this.#context);
    this.#scores.fill(0);
    this.#scoreWords(words);
    this.#scoreApplications(words);
    for (const document of this.#byName.get(text.toLowerCase()) ?? []) {
      this.#add(document, exactNameBonus);
    }
    this.#scoreSlugs(text.toLowerCase());
    return this.#rank(accept);
  }

  #scoreWords(words: readonly string[]): void {
    const groups = findTerms(words, this.#context).map((terms) => terms.map((term) => this.#weigh(term)));
    groups.sort((one, other) => heaviest(other) - heaviest(one));
    for (const terms of groups.slice(0, queryWords)) {
      this.#scoreWord(terms);
    }
  }

  /** Rare terms count more (BM25's inverse document frequency). */
  #weigh({ term, weight }: QueryTerm): QueryTerm {
    const { starts } = this.#postings;
    const holding = at(starts, term + 1) - at(starts, term);
    return { term, weight: weight * Math.log(1 + (this.size - holding + 0.5) / (holding + 0.5)) };
  }

  /** Of a word's alternatives the best one counts, not their sum. */
  #scoreWord(terms: readonly QueryTerm[]): void {
    const { starts, documents, impacts } = this.#postings;
    const wordScores = this.#wordScores.fill(0);
    for (const { term, weight } of terms) {
      const scale = weight / impactScale;
      const end = at(starts, term + 1);
      for (let entry = at(starts, term); entry < end; entry++) {
        const document = at(documents, entry);
        const score = scale * at(impacts, entry);
        if (score > at(wordScores, document)) {
          wordScores[document] = score;
        }
      }
    }
    for (let document = 0; document < this.size; document++) {
      this.#add(document, at(wordScores, document));
    }
  }

  #scoreApplications(words: readonly string[]): void {
    for (const document of this.#applications.find(new Set(words.map(toTerm)))) {
      if (at(this.#scores, document) > 0) {
        this.#add(document, namedApplicationBonus);
      }
    }
  }

  #scoreSlugs(text: string): void {
    if (!/^[a-z][a-z0-9_-]*$/.test(text)) {
      return;
    }
    for (const [document, slug] of this.#slugs.entries()) {
      if (slug.startsWith(text)) {
        this.#add(document, slug === text ? exactSlugBonus : slugPrefixBonus);
      }
    }
  }

  #add(document: number, score: number): void {
    this.#scores[document] = at(this.#scores, document) + score;
  }

  /** Sorts numbers that hold score and precedence in one: ten times as fast as sorting by comparison. */
  #rank(accept: (document: number) => boolean = () => true): number[] {
    const scoreBits = new Uint32Array(this.#scores.buffer);
    const keys = new Float64Array(this.size);
    let count = 0;
    for (const [precedence, document] of this.#bySlug.entries()) {
      const bits = at(scoreBits, document);
      if (bits > 0 && accept(document)) {
        keys[count++] = bits * slugSpace + precedence;
      }
    }
    const sorted = keys.subarray(0, count).sort().reverse();
    return Array.from(sorted, (key) => at(this.#bySlug, key % slugSpace));
  }
}

function heaviest(terms: readonly QueryTerm[]): number {
  return Math.max(...terms.map(({ weight }) => weight));
}

/** An index known to be in range. */
function at<T>(list: ArrayLike<T>, index: number): T {
  return list[index] as T;
}
