import { buildPostings } from "./build-postings.ts";
import { GrowingNumbers } from "./growing-numbers.ts";
import type { Lexicon } from "./lexicon.ts";
import { readPath, readSelfRelation } from "./read-operation.ts";
import type { SearchDocument } from "./search-document.ts";
import { nameField, searchFields } from "./search-fields.ts";
import { deprecatedMark, featuredMark, ownMark, type SegmentData } from "./segment-data.ts";
import { foldWord, splitCase, splitWords, toTerm } from "./split-words.ts";
import { readFeatures } from "./tool-features.ts";

/** A term that cannot be a word: a tool that says who the caller is. */
export const whoTerm = "@who";

/** Distinct terms of a segment. All built-in applications together have 6,000; a description that is made of random words has no end. */
const mostTerms = 50_000;

/** Occurrences of a term in one field that count. A name that says a word ten times is not ten times as much about it. */
const countedOccurrences = 2;

function limitRepetition(terms: readonly number[]): readonly number[] {
  const counts = new Map<number, number>();
  return terms.filter((term) => {
    const count = counts.get(term) ?? 0;
    counts.set(term, count + 1);
    return count < countedOccurrences;
  });
}

/** Reads documents one by one and then builds the postings. */
export class PostingCollector {
  readonly #lexicon: Lexicon;
  readonly #vocabulary = new Map<string, number>();
  /** Numbers of the terms of each spelling, which is folded and stemmed once. */
  readonly #spellings = new Map<string, readonly number[]>();
  readonly #lengths = new GrowingNumbers();
  readonly #terms = new GrowingNumbers();
  readonly #places = new GrowingNumbers();
  readonly #namedActions = new GrowingNumbers();
  readonly #methodActions = new GrowingNumbers();
  readonly #headStarts = new GrowingNumbers();
  readonly #heads = new GrowingNumbers();
  readonly #marks = new GrowingNumbers();
  #size = 0;

  constructor(lexicon: Lexicon) {
    this.#lexicon = lexicon;
    this.#headStarts.push(0);
  }

  /** Returns how many words it has read. The document's names are cut. */
  add(document: SearchDocument): number {
    const path = readPath(
      document.path,
      (word) => this.#lexicon.meanings.has(toTerm(word)) && !word.endsWith("s"),
    );
    const first = this.#size * searchFields.length;
    let wordCount = 0;
    for (const [field, { read }] of searchFields.entries()) {
      const words = splitWords(read(document, path));
      this.#addAll(limitRepetition(words.flatMap((word) => this.#spell(word))), first + field);
      this.#lengths.push(words.length);
      wordCount += words.length;
    }
    const { isOwn, saysWho } = readSelfRelation(document.name, document.method, path);
    this.#addAll(saysWho ? [this.#add(whoTerm)] : [], first + nameField);
    const features = readFeatures(document, path, this.#lexicon);
    this.#namedActions.push(features.namedActions);
    this.#methodActions.push(features.methodActions);
    for (const number of this.#numberAll(features.head)) {
      this.#heads.push(number);
    }
    this.#headStarts.push(this.#heads.length);
    this.#marks.push(
      (document.isFeatured ? featuredMark : 0) +
        (document.isDeprecated ? deprecatedMark : 0) +
        (isOwn ? ownMark : 0),
    );
    this.#size++;
    return wordCount;
  }

  async finish(): Promise<Pick<SegmentData, "vocabulary" | "postings" | "features">> {
    const postings = await buildPostings({
      termCount: this.#vocabulary.size,
      terms: this.#terms.values(),
      places: this.#places.values(),
      lengths: this.#lengths.values(),
    });
    const features = {
      namedActions: this.#namedActions.values().slice(),
      methodActions: this.#methodActions.values().slice(),
      headStarts: this.#headStarts.values().slice(),
      heads: this.#heads.values().slice(),
      marks: Uint8Array.from(this.#marks.values()),
    };
    return { vocabulary: [...this.#vocabulary.keys()], postings, features };
  }

  #addAll(terms: readonly number[], place: number): void {
    for (const term of terms) {
      this.#terms.push(term);
      this.#places.push(place);
    }
  }

  #spell(word: string): readonly number[] {
    let terms = this.#spellings.get(word);
    if (!terms) {
      terms = this.#numberAll([word, ...splitCase(word)].map((part) => toTerm(foldWord(part))));
      if (this.#spellings.size < mostTerms) {
        this.#spellings.set(word, terms);
      }
    }
    return terms;
  }

  /** Returns the numbers of the terms, without those for which there is no room. */
  #numberAll(terms: readonly string[]): number[] {
    return terms.flatMap(
      (term) => this.#vocabulary.get(term) ?? (this.#vocabulary.size < mostTerms ? this.#add(term) : []),
    );
  }

  #add(term: string): number {
    const number = this.#vocabulary.get(term) ?? this.#vocabulary.size;
    // Copied, because a slice would keep the whole description in memory.
    this.#vocabulary.set(Buffer.from(term).toString(), number);
    return number;
  }
}
