import { hash } from "node:crypto";
import type { Kysely } from "kysely";
import type { Schema } from "../db/schema.ts";
import {
  announceEmbeddings,
  listEmbeddableTools,
  type NewEmbedding,
  saveEmbeddings,
} from "../db/tool-embeddings.ts";
import type { Embedder } from "../embeddings/open-embedder.ts";

/** Tools whose embeddings are stored together. */
const batchSize = 50;

/** Embeds the tools of an application whose texts are new or have changed. Does nothing for one that was deleted. */
export async function embedTools(
  db: Kysely<Schema>,
  embedder: Embedder,
  { applicationId }: { applicationId: number },
): Promise<void> {
  const outdated = await listOutdatedTools(db, embedder, applicationId);
  for (let first = 0; first < outdated.length; first += batchSize) {
    const embeddings: NewEmbedding[] = [];
    for (const { toolId, text, textHash } of outdated.slice(first, first + batchSize)) {
      embeddings.push({ toolId, textHash, vector: await embedder.embedText(text) });
    }
    await saveEmbeddings(db, embedder.model, embeddings);
  }
  if (outdated.length > 0) {
    await announceEmbeddings(db, applicationId);
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
