import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { nameUnfinished } from "@bowline/catalog/unfinished-file";

/**
 * The embeddings of built-in applications' tools, kept in files beside the snapshot that the applications are installed from. Another
 * database of this machine takes them from there, and computes only what is new.
 */
export interface VectorFiles {
  /** Reads those of an application by the SHA-256 of the embedded text, in hexadecimal. Empty when there are none. */
  read(applicationSlug: string): Promise<Map<string, Int8Array>>;
  /** Replaces those of an application. */
  write(applicationSlug: string, vectors: ReadonlyMap<string, Int8Array>): Promise<void>;
}

const hashBytes = 32;
const magic = Buffer.from("BWLVEC1\n");

/**
 * A file holds a mark, the vectors' length and, for each text, its hash and its vector.
 *
 * @param cacheDir where the model and the snapshot are kept, too
 * @param model embeddings of another model have another folder
 */
export function openVectorFiles(cacheDir: string, model: string): VectorFiles {
  const pathOf = (slug: string) =>
    join(cacheDir, "embeddings", model.replaceAll(/[^a-z0-9.-]+/gi, "-"), `${slug}.bin`);
  return {
    async read(slug) {
      const bytes = await readFile(pathOf(slug)).catch(() => null);
      return bytes === null ? new Map() : decode(bytes);
    },
    async write(slug, vectors) {
      const path = pathOf(slug);
      const unfinished = nameUnfinished(path);
      await mkdir(dirname(path), { recursive: true });
      try {
        await writeFile(unfinished, encode(vectors));
        await rename(unfinished, path);
      } finally {
        await rm(unfinished, { force: true });
      }
    },
  };
}

function encode(vectors: ReadonlyMap<string, Int8Array>): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16LE(vectors.values().next().value?.length ?? 0);
  return Buffer.concat([
    magic,
    length,
    ...[...vectors].flatMap(([hash, vector]) => [Buffer.from(hash, "hex"), Buffer.from(vector)]),
  ]);
}

/** A file that is damaged holds nothing. */
function decode(bytes: Buffer): Map<string, Int8Array> {
  const vectors = new Map<string, Int8Array>();
  const begin = magic.length + 2;
  if (bytes.length < begin || !bytes.subarray(0, magic.length).equals(magic)) {
    return vectors;
  }
  const length = bytes.readUInt16LE(magic.length);
  if (length === 0 || (bytes.length - begin) % (hashBytes + length) !== 0) {
    return vectors;
  }
  for (let at = begin; at < bytes.length; at += hashBytes + length) {
    const hash = bytes.toString("hex", at, at + hashBytes);
    vectors.set(hash, new Int8Array(bytes.subarray(at + hashBytes, at + hashBytes + length)));
  }
  return vectors;
}
