import { createHash, createSecretKey, type KeyObject } from "node:crypto";

/** The length of a master key and of a data key. */
export const keyBytes = 32;

/** The length of a master key's id. */
export const masterKeyIdBytes = 8;

/** The setting or the key file is unusable. The message is for the operator and contains no key. */
export class MasterKeyError extends Error {
  override readonly name = "MasterKeyError";
}

/** A key that wraps data keys. */
export interface MasterKey {
  /** 16 hexadecimal characters of a hash of the key. It names the key without revealing it. */
  id: string;
  key: KeyObject;
}

/** The configured master keys. `current` wraps, all of `byId` unwrap. */
export interface MasterKeys {
  current: MasterKey;
  byId: ReadonlyMap<string, MasterKey>;
}

const howToMakeOne = "A master key is 32 random bytes in base64, as `openssl rand -base64 32` prints them";

/**
 * Reads `BOWLINE_MASTER_KEY` (decisions D41a).
 *
 * @param text 32 bytes in base64; several separated by commas: the first wraps, all unwrap
 * @throws MasterKeyError, which names the entry by its position and never contains it
 */
export function parseMasterKeys(text: string): MasterKeys {
  const entries = text.split(",").map((entry) => entry.trim());
  return buildMasterKeys(entries.map((entry, index) => parseMasterKey(entry, nameOf(index, entries.length))));
}

/**
 * Computes the ids of the keys.
 *
 * @param keys 32 bytes each; the first wraps, all unwrap
 * @throws MasterKeyError when there is no key, or one has another length
 */
export function buildMasterKeys(keys: readonly Buffer[]): MasterKeys {
  const masterKeys = keys.map((bytes, index): MasterKey => {
    if (bytes.length !== keyBytes) {
      const name = nameOf(index, keys.length);
      throw new MasterKeyError(`${name} has ${bytes.length} bytes. ${howToMakeOne}.`);
    }
    return { id: buildMasterKeyId(bytes), key: createSecretKey(bytes) };
  });
  const [current] = masterKeys;
  if (current === undefined) {
    throw new MasterKeyError(`No master key was given. ${howToMakeOne}.`);
  }
  return { current, byId: new Map(masterKeys.map((masterKey) => [masterKey.id, masterKey])) };
}

function nameOf(index: number, count: number): string {
  return count === 1 ? "The master key" : `Master key ${index + 1} of ${count}`;
}

function parseMasterKey(entry: string, name: string): Buffer {
  if (entry === "") {
    throw new MasterKeyError(`${name} is empty. ${howToMakeOne}.`);
  }
  const bytes = Buffer.from(entry, "base64");
  // Node skips invalid base64. Encoding the bytes again shows whether something was skipped.
  if (bytes.toString("base64") !== entry) {
    throw new MasterKeyError(`${name} is not base64. ${howToMakeOne}.`);
  }
  return bytes;
}

/** The prefix separates this hash from any other hash of the key. */
function buildMasterKeyId(bytes: Buffer): string {
  return createHash("sha256")
    .update("bowline master key id")
    .update(bytes)
    .digest("hex")
    .slice(0, 2 * masterKeyIdBytes);
}
