import { hash } from "node:crypto";
import { appendFile, mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { installModel } from "../../packages/catalog/src/embeddings/install-model.ts";
import { type Embed, loadModel } from "../../packages/catalog/src/embeddings/load-model.ts";
import { dimensions, modelName } from "../../packages/catalog/src/embeddings/model-packages.ts";

/** Embeds texts, and keeps what it has embedded in a file: 11,000 tools take five minutes or more. */
export interface EmbeddingCache {
  embed(text: string): Promise<Int8Array>;
  /** Embeds anew, to measure it. */
  embedAnew: Embed;
}

const keyBytes = 32;
const recordBytes = keyBytes + dimensions;

export async function openEmbeddingCache(folder: string): Promise<EmbeddingCache> {
  await mkdir(folder, { recursive: true });
  const modelFolder = join(folder, "models");
  await installModel(modelFolder, process.env, process.cwd());
  const embedAnew = loadModel(modelFolder);
  const file = join(folder, "embeddings.bin");
  const known = readRecords(await readFile(file).catch(() => Buffer.alloc(0)));
  return {
    embedAnew,
    async embed(text) {
      const digest = hash("sha256", `${modelName}\n${text}`, "buffer");
      const key = digest.toString("hex");
      let vector = known.get(key);
      if (vector === undefined) {
        vector = embedAnew(text);
        known.set(key, vector);
        await appendFile(file, Buffer.concat([digest, Buffer.from(vector.buffer)]));
      }
      return vector;
    },
  };
}

function readRecords(bytes: Buffer): Map<string, Int8Array> {
  const known = new Map<string, Int8Array>();
  for (let start = 0; start + recordBytes <= bytes.length; start += recordBytes) {
    const key = bytes.toString("hex", start, start + keyBytes);
    known.set(
      key,
      Int8Array.from(bytes.subarray(start + keyBytes, start + recordBytes), (byte) => (byte << 24) >> 24),
    );
  }
  return known;
}
