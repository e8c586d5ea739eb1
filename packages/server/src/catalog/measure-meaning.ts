import { measureSimilarities } from "@bowline/catalog";
import type { CatalogPart } from "./catalog-part.ts";
import type { Meaning } from "./finder.ts";

/**
 * Measures how close the tools of some parts are in meaning to a query. Only these parts' embeddings are read, so a company never
 * meets another's.
 *
 * @returns cosines in the order of the parts' tools; undefined when nothing is known of them or of the query
 */
export async function measureMeaning(
  parts: readonly CatalogPart[],
  meaning: Meaning | null,
  query: string,
): Promise<Float32Array | undefined> {
  if (meaning === null) {
    return undefined;
  }
  const tables = await Promise.all(parts.map((part) => part.vectors()));
  const vector = tables.some((table) => table !== null) ? await meaning.embedQuery(query) : null;
  if (vector === null) {
    return undefined;
  }
  const similarities = new Float32Array(parts.reduce((sum, part) => sum + part.tools.length, 0));
  let first = 0;
  for (const [index, part] of parts.entries()) {
    const table = tables[index];
    if (table) {
      measureSimilarities(table, vector, similarities, first);
    }
    first += part.tools.length;
  }
  return similarities;
}
