import { hash } from "node:crypto";
import type { Kysely } from "kysely";
import type { Schema } from "../db/schema.ts";
import {
  announceEmbeddings,
  findBuiltInSlug,
  listEmbeddableTools,
  loadHashedEmbeddings,
  type NewEmbedding,
  saveEmbeddings,
} from "../db/tool-embeddings.ts";
import type { Embedder } from "../embeddings/open-embedder.ts";
import type { VectorFiles } from "../embeddings/vector-files.ts";

/** Tools whose embeddings are stored together. */
const batchSize = 50;

/**
 * Embeds the tools of an application whose texts are new or have changed. Does nothing for one that was deleted. Those of a built-in
 * application are taken from its file, and kept there.
 */
export async function embedTools(
  db: Kysely<Schema>,
  embedder: Embedder,
  files: VectorFiles,
  { applicationId }: { applicationId: number },
): Promise<void> {
  const slug = await findBuiltInSlug(db, applicationId);
  const outdated = await listOutdatedTools(db, embedder, applicationId);
  const known = slug === null || outdated.length === 0 ? new Map() : await files.read(slug);
  let computed = 0;
  for (let first = 0; first < outdated.length; first += batchSize) {
    const embeddings: NewEmbedding[] = [];
    for (const { toolId, text, textHash } of outdated.slice(first, first + batchSize)) {
      const found = known.get(textHash.toString("hex"));
      computed += found === undefined ? 1 : 0;
      embeddings.push({ toolId, textHash, vector: found ?? (await embedder.embedText(text)) });
    }
    await saveEmbeddings(db, embedder.model, embeddings);
  }
  if (outdated.length > 0) {
    await announceEmbeddings(db, applicationId);
  }
  if (slug !== null && computed > 0) {
    await files.write(slug, await loadHashedEmbeddings(db, applicationId, embedder.model));
  }
}

async function listOutdatedTools(
  db: Kysely<Schema>,
  { model, describeTool }: Embedder,
  applicationId: number,
): Promise<{ toolId: number; text: string; textHash: Buffer }[]> {
  const rows = await listEmbeddableTools(db, applicationId, model);
  return rows.flatMap(({ toolId, applicationName, summary, textHash: before }) => {
    const { name, description } = JSON.parse(summary);
    const text = describeTool({ applicationName, name, description });
    const textHash = hash("sha256", text, "buffer");
    return before?.equals(textHash) ? [] : [{ toolId, text, textHash }];
  });
}
