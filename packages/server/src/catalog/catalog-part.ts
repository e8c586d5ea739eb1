import type { Search, SearchDocument, SearchSegment, VectorTable } from "@bowline/catalog";
import { buildVectorTable } from "@bowline/catalog";
import { loadOnce } from "../load-once.ts";
import type { ApplicationEntry, ToolEntry } from "./entries.ts";
import type { EntryLookup } from "./entry-lookup.ts";

/** The searchable words that a tool's summary does not contain. */
export type SearchWords = Pick<SearchDocument, "parameters" | "method" | "path">;

/**
 * Some applications with their tools: one of a company, or all built-in ones. A part is immutable, and is loaded and replaced as a
 * whole. Companies that see the same part share one copy.
 */
export interface CatalogPart {
  /** Sorted by slug. */
  applications: readonly ApplicationEntry[];
  /** Sorted by slug. */
  tools: readonly ToolEntry[];
  /** The search segment of the tools; built at the first search. */
  toolSegment(): Promise<SearchSegment>;
  /** The search segment of the applications. */
  applicationSegment(): Promise<SearchSegment>;
  /** What the tools mean, as far as it is known; null when none is. Loaded at the first hybrid search. */
  vectors(): Promise<VectorTable | null>;
}

/** The built-in applications, which all companies share. */
export interface BuiltIns {
  part: CatalogPart;
  lookup: EntryLookup;
  /** Slugs of those that are not installed yet. */
  awaited: readonly string[];
}

/** What a search needs beside the entries. Each is loaded when it is first used. */
export interface SearchTexts {
  /** Words by `toolId`. */
  loadWords(): Promise<ReadonlyMap<number, SearchWords>>;
  /** A segment that was built before; null when there is none. */
  loadSegment?(): Promise<SearchSegment | null>;
  /** Embeddings by `toolId`. */
  loadEmbeddings(): Promise<ReadonlyMap<number, Uint8Array>>;
  /** Changes when embeddings have changed. */
  embeddingsRevision(): number;
}

/**
 * @param applications in the order of their slugs
 * @param tools in the order of their slugs
 */
export function buildPart(
  applications: readonly ApplicationEntry[],
  tools: readonly ToolEntry[],
  search: Search,
  texts: SearchTexts,
): CatalogPart {
  return {
    applications,
    tools,
    toolSegment: loadOnce(async () => {
      const stored = await texts.loadSegment?.();
      return stored && isOf(stored, tools)
        ? stored
        : search.buildSegment(listDocuments(tools, await texts.loadWords()));
    }),
    applicationSegment: loadOnce(() => search.buildSegment(applications.map(applicationDocument))),
    vectors: loadWhenChanged(texts, async () => {
      const found = await texts.loadEmbeddings();
      return found.size === 0 ? null : buildVectorTable(tools.map(({ toolId }) => found.get(toolId)));
    }),
  };
}

/** Whether a segment's documents are these tools. A server that hides some of the built-in applications has others. */
const isOf = ({ data }: SearchSegment, tools: readonly ToolEntry[]): boolean =>
  data.slugs.length === tools.length && tools.every(({ slug }, position) => data.slugs[position] === slug);

/** Loads at the first use, and again after a change. */
function loadWhenChanged<Loaded>(
  { embeddingsRevision }: SearchTexts,
  load: () => Promise<Loaded>,
): () => Promise<Loaded> {
  let known: { revision: number; loaded: Promise<Loaded> } | undefined;
  return () => {
    const revision = embeddingsRevision();
    if (known?.revision !== revision) {
      const loading = { revision, loaded: load() };
      known = loading;
      loading.loaded.catch(() => {
        known = known === loading ? undefined : known;
      });
    }
    return known.loaded;
  };
}

/** Yields one document at a time, since all of them would take more memory than the index. */
function* listDocuments(
  tools: readonly ToolEntry[],
  words: ReadonlyMap<number, SearchWords>,
): Iterable<SearchDocument> {
  for (const tool of tools) {
    yield toolDocument(tool, words.get(tool.toolId));
  }
}

const noWords: SearchWords = { parameters: [], method: "", path: "" };

function toolDocument(tool: ToolEntry, words: SearchWords = noWords): SearchDocument {
  const { name, description } = JSON.parse(tool.summaryJson);
  return {
    ...describeApplication(tool.application),
    slug: tool.slug,
    operation: tool.operation,
    name,
    description,
    tags: tool.tags,
    parameters: words.parameters,
    method: words.method,
    path: words.path,
    isFeatured: tool.isFeatured,
    isDeprecated: tool.isDeprecated,
  };
}

function applicationDocument(application: ApplicationEntry): SearchDocument {
  const { slug, name, record } = application;
  return {
    ...describeApplication(application),
    slug,
    operation: "",
    name,
    description: record.description,
    tags: record.categories,
    ...noWords,
    isFeatured: false,
    isDeprecated: false,
  };
}

const describeApplication = ({ slug, name, record }: ApplicationEntry) => ({
  applicationSlug: slug,
  applicationName: name,
  applicationDescription: [...record.categories, record.description].join(" "),
});
