/** PostgreSQL's own number of the type `text`. */
const textType = 25;
const headerBytes = 20;

/**
 * Encodes a `text[]` in PostgreSQL's binary format (`array_send` in its sources), which needs no escapes. `pg` sends a Buffer in that
 * format.
 */
export function encodeTextArray(texts: readonly (string | null)[]): Buffer {
  let size = headerBytes;
  for (const text of texts) {
    size += 4 + (text === null ? 0 : Buffer.byteLength(text));
  }
  const encoded = Buffer.allocUnsafe(size);
  // Dimensions, whether there are nulls, type, length, first index.
  let end = 0;
  for (const number of [1, 1, textType, texts.length, 1]) {
    end = encoded.writeInt32BE(number, end);
  }
  for (const text of texts) {
    const length = text === null ? -1 : encoded.write(text, end + 4);
    encoded.writeInt32BE(length, end);
    end += 4 + Math.max(0, length);
  }
  return encoded;
}
