import { hash } from "node:crypto";
import type { Kysely } from "kysely";
import { findBuiltInId, listEmbeddableTools, saveEmbeddings } from "../db/catalog/tool-embeddings.ts";
import type { Schema } from "../db/schema.ts";
import type { Embedder } from "./open-embedder.ts";
import type { VectorFiles } from "./vector-files.ts";

/** A tool whose text is new or has changed. */
export interface OutdatedTool {
  toolId: number;
  text: string;
  textHash: Buffer;
}

/** The names of the model and of its texts, without the model. */
export type TextModel = Pick<Embedder, "model" | "describeTool">;

/** Lists the tools of an application that have no embedding of their text. */
export async function listOutdatedTools(
  db: Kysely<Schema>,
  { model, describeTool }: TextModel,
  applicationId: number,
): Promise<OutdatedTool[]> {
  const rows = await listEmbeddableTools(db, applicationId, model);
  return rows.flatMap(({ toolId, applicationName, summary, textHash: before }) => {
    const { name, description } = JSON.parse(summary);
    const text = describeTool({ applicationName, name, description });
    const textHash = hash("sha256", text, "buffer");
    return before?.equals(textHash) ? [] : [{ toolId, text, textHash }];
  });
}

/** Takes the embeddings of a built-in application from its file, as far as its texts are the same. */
export async function restoreEmbeddings(
  db: Kysely<Schema>,
  model: TextModel,
  files: VectorFiles,
  slug: string,
): Promise<void> {
  const known = await files.read(slug);
  const applicationId = known.size === 0 ? null : await findBuiltInId(db, slug);
  if (applicationId === null) {
    return;
  }
  const outdated = await listOutdatedTools(db, model, applicationId);
  const restored = outdated.flatMap(({ toolId, textHash }) => {
    const vector = known.get(textHash.toString("hex"));
    return vector === undefined ? [] : [{ toolId, textHash, vector }];
  });
  await saveEmbeddings(db, model.model, restored);
}
