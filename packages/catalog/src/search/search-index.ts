import { buildSegment } from "./build-segment.ts";
import { fuseScores } from "./fuse-scores.ts";
import { makeLexicon } from "./lexicon.ts";
import { type PlacedSegment, placeSegments } from "./placed-segment.ts";
import { rankDocuments } from "./rank-documents.ts";
import { type QueryContext, readQuery } from "./read-query.ts";
import { scoreExact } from "./score-exact.ts";
import { scoreFeatures } from "./score-features.ts";
import { scoreWords } from "./score-words.ts";
import type { SearchDocument } from "./search-document.ts";
import { openSegment, type SearchSegment } from "./search-segment.ts";
import { listTerms } from "./similar-terms.ts";

/** Ranks tools or applications by how well they fit a query in words. */
export interface SearchIndex {
  /**
   * Returns the numbers of all matching documents, best first, ties by slug. Numbers count from 0 through all segments. A
   * query without words matches nothing. Only the first 1,000 characters of a query and its 32 rarest words are used.
   */
  search(query: string, options?: SearchOptions): number[];
  /** Number of documents. */
  readonly size: number;
}

export interface SearchOptions {
  /** Filters documents before ranking. */
  accept?: (document: number) => boolean;
  /** Slugs of applications whose tools rank higher. */
  connected?: ReadonlySet<string>;
  /** How close each document's meaning is to the query's: cosines, 0 where it is not known. */
  similarities?: Float32Array | undefined;
}

/** Builds segments and indexes. */
export interface Search {
  /**
   * Prepares documents for search: BM25F over their fields, with English stems, stop words, everyday words for technical ones,
   * the action of each tool, and similar terms for unknown words. An exact slug or its beginning ranks first, then an exact name.
   */
  buildSegment(documents: Iterable<SearchDocument>): Promise<SearchSegment>;
  /** Searches segments as if they were one: the ranking is the same. Does no work before the first search. */
  combine(segments: readonly SearchSegment[]): SearchIndex;
}

const queryLength = 1_000;

export function openSearch(): Search {
  const lexicon = makeLexicon();
  return {
    buildSegment: async (documents) => openSegment(await buildSegment(documents, lexicon)),
    combine(segments) {
      const placed = placeSegments(segments);
      const size = segments.reduce((sum, segment) => sum + segment.size, 0);
      const context = { ...lexicon, ...describeVocabulary(placed) };
      return {
        size,
        search: (query, options = {}) => searchSegments(placed, size, context, query, options),
      };
    },
  };
}

const describeVocabulary = (
  segments: readonly PlacedSegment[],
): Pick<QueryContext, "hasTerm" | "termsLike"> => ({
  hasTerm: (term) => segments.some(({ vocabulary }) => vocabulary.has(term)),
  termsLike: (word) =>
    listTerms(
      segments.map((segment) => segment.termsByLetter()),
      word,
    ),
});

function searchSegments(
  segments: readonly PlacedSegment[],
  size: number,
  context: QueryContext,
  query: string,
  { accept = () => true, connected = new Set(), similarities }: SearchOptions,
): number[] {
  const text = query.slice(0, queryLength).trim();
  const scores = new Float32Array(size);
  const read = readQuery(text, context);
  scoreWords(segments, read, scores);
  scoreFeatures(segments, read, connected, scores);
  if (similarities !== undefined) {
    fuseScores(scores, similarities);
  }
  scoreExact(segments, text.toLowerCase(), scores);
  return rankDocuments(segments, scores, accept);
}
