import { openSearch, type SearchIndex } from "@bowline/catalog";
import { serializeSegment } from "../../packages/catalog/src/search/serialize-segment.ts";
import { percentile } from "../statistics.ts";
import type { SearchQuery, SearchSet } from "./published-sets.ts";

export interface SearchFigures {
  set: string;
  tools: number;
  queries: number;
  /** Share of the wanted tools among the first 1, 5 and 10 that are found. */
  recall: { at1: number; at5: number; at10: number };
  p50Ms: number;
  p95Ms: number;
  buildMs: number;
  segmentBytes: number;
}

const depth = 10;

export async function measureSet({ name, documents, queries }: SearchSet): Promise<SearchFigures> {
  const search = openSearch();
  const start = performance.now();
  const segment = await search.buildSegment(documents);
  const buildMs = performance.now() - start;
  const index = search.combine([segment]);
  const slugs = documents.map(({ slug }) => slug);
  const measured = queries.map((query) => ({ query, ...findTools(index, slugs, query.text) }));
  const recallAt = (count: number) =>
    mean(measured.map(({ query, found }) => measureRecall(found.slice(0, count), query)));
  const times = measured.map(({ ms }) => ms).sort((one, other) => one - other);
  return {
    set: name,
    tools: documents.length,
    queries: queries.length,
    recall: { at1: recallAt(1), at5: recallAt(5), at10: recallAt(depth) },
    p50Ms: percentile(times, 50),
    p95Ms: percentile(times, 95),
    buildMs,
    segmentBytes: serializeSegment(segment).length,
  };
}

function findTools(
  index: SearchIndex,
  slugs: readonly string[],
  text: string,
): { found: string[]; ms: number } {
  const start = performance.now();
  const documents = index.search(text);
  const ms = performance.now() - start;
  return { found: documents.slice(0, depth).flatMap((document) => slugs[document] ?? []), ms };
}

function measureRecall(found: readonly string[], { wanted, mode }: SearchQuery): number {
  const hits = wanted.filter((slug) => found.includes(slug)).length;
  return mode === "any" ? Math.min(hits, 1) : hits / wanted.length;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);
