import { dimensions } from "./model-packages.ts";

const largest = 127;

/** Keeps one signed byte per dimension. The length is lost, and cosines do not need it. */
export function quantize(vector: readonly number[]): Int8Array {
  const scale = largest / Math.max(...vector.map(Math.abs), Number.MIN_VALUE);
  return Int8Array.from(vector, (value) => Math.round(value * scale));
}

/** The embeddings of many documents. */
export interface VectorTable {
  /** The vector of document d begins at d × `dimensions`. It is all zeros where the document has none. */
  vectors: Int8Array;
  /** The length of each. */
  lengths: Float32Array;
}

/** @param found the embedding of each document, in their order */
export function buildVectorTable(found: readonly (Uint8Array | undefined)[]): VectorTable {
  const vectors = new Int8Array(found.length * dimensions);
  const lengths = new Float32Array(found.length);
  for (const [document, bytes] of found.entries()) {
    if (bytes?.length === dimensions) {
      vectors.set(new Int8Array(bytes.buffer, bytes.byteOffset, dimensions), document * dimensions);
      lengths[document] = measureLength(vectors, document);
    }
  }
  return { vectors, lengths };
}

/** Writes the cosine of a query with each document at `first` and on; 0 for those without an embedding. */
export function measureSimilarities(
  { vectors, lengths }: VectorTable,
  query: Int8Array,
  similarities: Float32Array,
  first: number,
): void {
  const queryLength = measureLength(query, 0);
  for (const [document, length] of lengths.entries()) {
    if (length > 0 && queryLength > 0) {
      const start = document * dimensions;
      let product = 0;
      for (let index = 0; index < dimensions; index++) {
        product += (vectors[start + index] as number) * (query[index] as number);
      }
      similarities[first + document] = product / (length * queryLength);
    }
  }
}

function measureLength(vectors: Int8Array, document: number): number {
  let sum = 0;
  for (let index = document * dimensions; index < (document + 1) * dimensions; index++) {
    sum += (vectors[index] as number) ** 2;
  }
  return Math.sqrt(sum);
}
