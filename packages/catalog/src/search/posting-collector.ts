import { buildPostings, type Postings } from "./build-postings.ts";
import { GrowingNumbers } from "./growing-numbers.ts";
import type { SearchDocument } from "./search-document.ts";
import { searchFields } from "./search-fields.ts";
import { foldWord, splitCase, splitWords, toTerm } from "./split-words.ts";

/** Numbers of a word's terms and of the actions that it names. */
interface Spelling {
  terms: readonly number[];
  actions: readonly number[];
}

/** Reads documents one by one and then builds the postings. */
export class PostingCollector {
  readonly #actions: ReadonlyMap<string, readonly string[]>;
  readonly #vocabulary = new Map<string, number>();
  /** Each spelling is folded and stemmed once. */
  readonly #spellings = new Map<string, Spelling>();
  readonly #lengths = new GrowingNumbers();
  readonly #terms = new GrowingNumbers();
  readonly #places = new GrowingNumbers();
  #size = 0;

  constructor(actions: ReadonlyMap<string, readonly string[]>) {
    this.#actions = actions;
  }

  add(document: SearchDocument): void {
    for (const [field, { read, namesAction }] of searchFields.entries()) {
      const words = splitWords(read(document)).map((word) => this.#spell(word));
      const place = this.#size * searchFields.length + field;
      for (const { terms } of words) {
        this.#addAll(terms, place);
      }
      if (namesAction) {
        this.#addAll(words.find(({ actions }) => actions.length > 0)?.actions ?? [], place);
      }
      this.#lengths.push(words.length);
    }
    this.#size++;
  }

  finish(): Postings {
    return buildPostings({
      vocabulary: this.#vocabulary,
      terms: this.#terms.values(),
      places: this.#places.values(),
      lengths: this.#lengths.values(),
    });
  }

  #addAll(terms: readonly number[], place: number): void {
    for (const term of terms) {
      this.#terms.push(term);
      this.#places.push(place);
    }
  }

  #spell(word: string): Spelling {
    let spelling = this.#spellings.get(word);
    if (!spelling) {
      const terms = [word, ...splitCase(word)].map((part) => toTerm(foldWord(part)));
      const actions = terms.map((term) => this.#actions.get(term)).find((found) => found) ?? [];
      spelling = {
        terms: terms.map((term) => this.#number(term)),
        actions: actions.map((action) => this.#number(action)),
      };
      this.#spellings.set(word, spelling);
    }
    return spelling;
  }

  #number(term: string): number {
    let number = this.#vocabulary.get(term);
    if (number === undefined) {
      number = this.#vocabulary.size;
      // Copied, because a slice would keep the whole description in memory.
      this.#vocabulary.set(Buffer.from(term).toString(), number);
    }
    return number;
  }
}
