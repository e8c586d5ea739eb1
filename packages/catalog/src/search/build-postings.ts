import { setImmediate as nextTurn } from "node:timers/promises";
import { GrowingNumbers } from "./growing-numbers.ts";
import { searchFields } from "./search-fields.ts";

/** The documents that hold each term: entries `starts[term]` to `starts[term + 1]`, sorted by document. */
export interface Postings {
  starts: Uint32Array;
  documents: Uint32Array;
  /** Weight of the term in the document: 0 to `impactScale`. */
  impacts: Uint16Array;
}

export const impactScale = 65_535;

/** All occurrences that were read. A place is document × number of fields + field. */
interface Occurrences {
  termCount: number;
  /** The term of each occurrence, in the order read. */
  terms: Uint32Array;
  /** The place of each occurrence. */
  places: Uint32Array;
  /** Number of words at each place. */
  lengths: Uint32Array;
}

/** Terms per turn of the event loop: a few milliseconds. */
const termsPerTurn = 2000;

/** How fast the weight of repeated occurrences saturates (BM25's k1). */
const saturation = 1.2;

/** Gives way to other work of the process between its steps. */
export async function buildPostings({ termCount, terms, places, lengths }: Occurrences): Promise<Postings> {
  const weights = weighPlaces(lengths);
  await nextTurn();
  const { sorted, ends } = sortByTerm(terms, places, termCount);
  await nextTurn();
  const starts = new Uint32Array(termCount + 1);
  const documents = new GrowingNumbers();
  const impacts = new GrowingNumbers();
  let next = 0;
  for (const [term, end] of ends.entries()) {
    while (next < end) {
      const document = documentAt(sorted, next);
      let frequency = 0;
      for (; next < end && documentAt(sorted, next) === document; next++) {
        frequency += weights[sorted[next] ?? 0] ?? 0;
      }
      documents.push(document);
      impacts.push(Math.round((frequency / (frequency + saturation)) * impactScale));
    }
    starts[term + 1] = documents.length;
    if (term % termsPerTurn === 0) {
      await nextTurn();
    }
  }
  return {
    starts,
    documents: documents.values().slice(),
    impacts: Uint16Array.from(impacts.values()),
  };
}

/** Weight of one occurrence at each place: the field's weight, reduced when the text is longer than usual. */
function weighPlaces(lengths: Uint32Array): Float32Array {
  const weights = new Float32Array(lengths.length);
  for (const [field, { weight, lengthPenalty, usualLength }] of searchFields.entries()) {
    for (let place = field; place < lengths.length; place += searchFields.length) {
      const share = (lengths[place] ?? 0) / usualLength;
      weights[place] = weight / (1 - lengthPenalty + lengthPenalty * share);
    }
  }
  return weights;
}

/** Counting sort: the places of the first term in reading order, then those of the second, and so on. */
function sortByTerm(terms: Uint32Array, places: Uint32Array, termCount: number) {
  const ends = new Uint32Array(termCount);
  for (const term of terms) {
    ends[term] = (ends[term] ?? 0) + 1;
  }
  let sum = 0;
  for (const [term, count] of ends.entries()) {
    ends[term] = sum;
    sum += count;
  }
  const sorted = new Uint32Array(places.length);
  for (const [index, term] of terms.entries()) {
    const position = ends[term] ?? 0;
    sorted[position] = places[index] ?? 0;
    ends[term] = position + 1;
  }
  return { sorted, ends };
}

function documentAt(places: Uint32Array, index: number): number {
  return Math.floor((places[index] ?? 0) / searchFields.length);
}
