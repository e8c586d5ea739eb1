import { loadBuiltInCatalog } from "./search/built-in-catalog.ts";
import { builtInDevelopmentSentences } from "./search/built-in-development-sentences.ts";
import { builtInHeldOutSentences } from "./search/built-in-held-out-sentences.ts";
import { loadCatalog } from "./search/catalog.ts";
import { developmentIntents } from "./search/development-intents.ts";
import { openEmbeddingCache } from "./search/embedding-cache.ts";
import { heldOutIntents } from "./search/held-out-intents.ts";
import { measureSet, type SearchFigures } from "./search/measure-set.ts";
import { loadPublishedSets, type SearchSet } from "./search/published-sets.ts";
import { type Intent, readIntents } from "./search/read-intents.ts";

const cacheFolder = ".cache/bench";

export interface SearchBenchmarkOptions {
  /** The folder of the published sets; without it only our own are measured. */
  dataFolder: string | undefined;
  /** Measure hybrid search, too. */
  hybrid: boolean;
  note(progress: string): void;
}

/** Measures how many tools a search finds, and how fast, in the process itself. */
export async function benchmarkSearch({
  dataFolder,
  hybrid,
  note,
}: SearchBenchmarkOptions): Promise<SearchFigures[]> {
  const sets = [
    ...(dataFolder === undefined ? [] : await loadPublishedSets(dataFolder)),
    ...(await loadOwnSets(note)),
    ...(await loadBuiltInSets(note)),
  ];
  const embeddings = hybrid ? await openEmbeddingCache(cacheFolder) : null;
  const figures: SearchFigures[] = [];
  for (const set of sets) {
    note(`searching ${set.name}`);
    figures.push(await measureSet(set, embeddings));
  }
  return figures;
}

async function loadOwnSets(note: (progress: string) => void): Promise<SearchSet[]> {
  const catalog = await loadCatalog((application) => note(`importing ${application}`));
  const documents = catalog.map(({ document }) => document);
  const known = new Set(catalog.map(({ intentName }) => intentName));
  const makeSet = (name: string, intents: string): SearchSet => ({
    name,
    documents,
    queries: readKnownIntents(intents, known, note).map(({ query, tools }) => ({
      text: query,
      wanted: catalog
        .filter(({ intentName }) => tools.includes(intentName))
        .map(({ document }) => document.slug),
      mode: "any",
    })),
  });
  return [makeSet("own, development", developmentIntents), makeSet("own, held out", heldOutIntents)];
}

/** Everyday sentences on the whole built-in catalog. */
async function loadBuiltInSets(note: (progress: string) => void): Promise<SearchSet[]> {
  const documents = await loadBuiltInCatalog((application) => note(`building ${application}`));
  const known = new Set(documents.map(({ slug }) => slug));
  const makeSet = (name: string, sentences: string): SearchSet => ({
    name,
    documents,
    queries: readKnownIntents(sentences, known, note).map(({ query, tools }) => ({
      text: query,
      wanted: tools,
      mode: "any",
    })),
  });
  return [
    makeSet("built in, development", builtInDevelopmentSentences),
    makeSet("built in, held out", builtInHeldOutSentences),
  ];
}

/** Reads intents, and notes those of whose tools the catalog has none: no search can find them. */
function readKnownIntents(
  text: string,
  known: ReadonlySet<string>,
  note: (progress: string) => void,
): Intent[] {
  const intents = readIntents(text);
  for (const { query, tools } of intents) {
    if (!tools.some((tool) => known.has(tool))) {
      note(`the catalog has no tool for "${query}"`);
    }
  }
  return intents;
}
