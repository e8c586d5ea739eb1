import type { Search } from "@bowline/catalog";

/** Finds tools by their words, and with hybrid search by what they mean. */
export interface Finder {
  search: Search;
  /** Null: by words only. */
  meaning: Meaning | null;
}

export interface Meaning extends QueryEmbedder {
  /** How often a company's embeddings have changed; company 0 has those of built-in applications. */
  revisions: ReadonlyMap<number, number>;
}

export interface QueryEmbedder {
  /** Embeddings of other models are left out. */
  model: string;
  /** Null when the model is not ready, or takes too long. */
  embedQuery(query: string): Promise<Int8Array | null>;
}
