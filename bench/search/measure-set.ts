import { buildVectorTable, measureSimilarities, openSearch, serializeSegment } from "@bowline/catalog";
import { describeTool } from "../../packages/catalog/src/embeddings/describe-tool.ts";
import { percentile } from "../statistics.ts";
import type { EmbeddingCache } from "./embedding-cache.ts";
import type { SearchQuery, SearchSet } from "./published-sets.ts";

export interface SearchFigures {
  set: string;
  tools: number;
  queries: number;
  lexical: FoundShare;
  /** Without a model: undefined. */
  hybrid?: FoundShare;
  buildMs: number;
  segmentBytes: number;
}

/** How much of what is wanted is found, and how long it takes. */
export interface FoundShare {
  /** The share of the wanted tools among the first 1, 5 and 10. */
  at1: number;
  at5: number;
  at10: number;
  p50Ms: number;
  p95Ms: number;
}

type Find = (text: string) => number[] | Promise<number[]>;

const depth = 10;

export async function measureSet(set: SearchSet, embeddings: EmbeddingCache | null): Promise<SearchFigures> {
  const { name, documents, queries } = set;
  const search = openSearch();
  const start = performance.now();
  const segment = await search.buildSegment(documents);
  const buildMs = performance.now() - start;
  const index = search.combine([segment]);
  const lexical = await measureQueries(set, (text) => index.search(text));
  const figures = { set: name, tools: documents.length, queries: queries.length, lexical, buildMs };
  const segmentBytes = serializeSegment(segment).length;
  if (embeddings === null) {
    return { ...figures, segmentBytes };
  }
  const vectors = [];
  for (const document of documents) {
    vectors.push(Buffer.from((await embeddings.embed(describeTool(document))).buffer));
  }
  const table = buildVectorTable(vectors);
  const hybrid = await measureQueries(set, (text) => {
    const similarities = new Float32Array(documents.length);
    measureSimilarities(table, embeddings.embedAnew(text), similarities, 0);
    return index.search(text, { similarities });
  });
  return { ...figures, hybrid, segmentBytes };
}

async function measureQueries({ documents, queries }: SearchSet, find: Find): Promise<FoundShare> {
  const shares: { found: string[]; query: SearchQuery }[] = [];
  const times: number[] = [];
  for (const query of queries) {
    const start = performance.now();
    const found = await find(query.text);
    times.push(performance.now() - start);
    shares.push({
      query,
      found: found.slice(0, depth).flatMap((document) => documents[document]?.slug ?? []),
    });
  }
  times.sort((one, other) => one - other);
  const recallAt = (count: number) =>
    mean(shares.map(({ query, found }) => measureRecall(found.slice(0, count), query)));
  return {
    at1: recallAt(1),
    at5: recallAt(5),
    at10: recallAt(depth),
    p50Ms: percentile(times, 50),
    p95Ms: percentile(times, 95),
  };
}

function measureRecall(found: readonly string[], { wanted, mode }: SearchQuery): number {
  const hits = wanted.filter((slug) => found.includes(slug)).length;
  return mode === "any" ? Math.min(hits, 1) : hits / wanted.length;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);
