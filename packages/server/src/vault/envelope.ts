import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from "node:crypto";

const algorithm = "aes-256-gcm";
/** NIST SP 800-38D §8.2: 96 bits, the size that GCM uses without hashing. */
const nonceBytes = 12;
const tagBytes = 16;

/** The bytes that an envelope adds to its plaintext. An envelope is nonce, ciphertext, tag. */
export const envelopeOverheadBytes = nonceBytes + tagBytes;

/** Encrypts with AES-256-GCM under a new random nonce. Prepends `header`, which is authenticated together with `associatedData`. */
export function sealEnvelope(
  key: KeyObject,
  header: Buffer,
  associatedData: string,
  plaintext: Buffer,
): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  cipher.setAAD(bindingOf(header, associatedData));
  const ciphertext = cipher.update(plaintext);
  cipher.final();
  return Buffer.concat([header, nonce, ciphertext, cipher.getAuthTag()]);
}

/**
 * Decrypts the output of `sealEnvelope` for a header of `headerBytes`.
 *
 * @returns the plaintext, or null when the bytes were cut or changed, or belong to another key or other associated data
 */
export function openEnvelope(
  key: KeyObject,
  headerBytes: number,
  associatedData: string,
  sealed: Buffer,
): Buffer | null {
  const nonceEnd = headerBytes + nonceBytes;
  const tagStart = sealed.length - tagBytes;
  if (tagStart < nonceEnd) {
    return null;
  }
  const nonce = sealed.subarray(headerBytes, nonceEnd);
  const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
  decipher.setAAD(bindingOf(sealed.subarray(0, headerBytes), associatedData));
  decipher.setAuthTag(sealed.subarray(tagStart));
  const plaintext = decipher.update(sealed.subarray(nonceEnd, tagStart));
  try {
    decipher.final();
  } catch {
    return null;
  }
  return plaintext;
}

/** The header's length is fixed by its first byte, the version, so that no two pairs give the same bytes. */
function bindingOf(header: Buffer, associatedData: string): Buffer {
  const binding = Buffer.allocUnsafe(header.length + Buffer.byteLength(associatedData));
  header.copy(binding);
  binding.write(associatedData, header.length);
  return binding;
}
