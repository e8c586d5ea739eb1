import type { Kysely } from "kysely";
import {
  announceEmbeddings,
  findBuiltInSlug,
  loadHashedEmbeddings,
  type NewEmbedding,
  saveEmbeddings,
} from "../db/catalog/tool-embeddings.ts";
import type { Schema } from "../db/schema.ts";
import type { Embedder } from "../embeddings/open-embedder.ts";
import { listOutdatedTools } from "../embeddings/restore-embeddings.ts";
import type { VectorFiles } from "../embeddings/vector-files.ts";

/** Tools whose embeddings are stored together. */
const batchSize = 50;

/**
 * Embeds the tools of an application whose texts are new or have changed. Does nothing for one that was deleted. Keeps those of a
 * built-in application in its file, from where the next installation takes them.
 */
export async function embedTools(
  db: Kysely<Schema>,
  embedder: Embedder,
  files: VectorFiles,
  { applicationId }: { applicationId: number },
): Promise<void> {
  const outdated = await listOutdatedTools(db, embedder, applicationId);
  if (outdated.length === 0) {
    return;
  }
  for (let first = 0; first < outdated.length; first += batchSize) {
    const embeddings: NewEmbedding[] = [];
    for (const { toolId, text, textHash } of outdated.slice(first, first + batchSize)) {
      embeddings.push({ toolId, textHash, vector: await embedder.embedText(text) });
    }
    await saveEmbeddings(db, embedder.model, embeddings);
  }
  await announceEmbeddings(db, applicationId);
  const slug = await findBuiltInSlug(db, applicationId);
  if (slug !== null) {
    await files.write(slug, await loadHashedEmbeddings(db, applicationId, embedder.model));
  }
}
