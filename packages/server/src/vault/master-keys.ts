import { createHash, createSecretKey, type KeyObject } from "node:crypto";
import { VaultError } from "./vault-error.ts";

/** The length of a master key and of a data key. */
export const keyBytes = 32;

/** The length of a master key's id. */
export const masterKeyIdBytes = 8;

/** A key that wraps data keys. */
export interface MasterKey {
  /** 16 hexadecimal characters of a hash of the key: names it without telling it. */
  id: string;
  key: KeyObject;
}

/** The master keys in force: `current` wraps, all of `byId` unwrap. */
export interface MasterKeys {
  current: MasterKey;
  byId: ReadonlyMap<string, MasterKey>;
}

const howToMakeOne = "A master key is 32 random bytes in base64, as `openssl rand -base64 32` prints them";

/**
 * Reads `BOWLINE_MASTER_KEY` (decisions, part 8).
 *
 * @param text 32 bytes in base64; several separated by commas: the first wraps, all unwrap
 * @throws VaultError `invalidMasterKey`, which names the entry by its position and never shows it
 */
export function parseMasterKeys(text: string): MasterKeys {
  const entries = text.split(",").map((entry) => entry.trim());
  const keys = entries.map((entry, index) => parseMasterKey(entry, index + 1, entries.length));
  const [current] = keys;
  if (current === undefined) {
    throw new VaultError("invalidMasterKey", `No master key was given. ${howToMakeOne}.`);
  }
  return { current, byId: new Map(keys.map((key) => [key.id, key])) };
}

function parseMasterKey(entry: string, position: number, count: number): MasterKey {
  const name = count === 1 ? "The master key" : `Master key ${position} of ${count}`;
  if (entry === "") {
    throw new VaultError("invalidMasterKey", `${name} is empty. ${howToMakeOne}.`);
  }
  const bytes = Buffer.from(entry, "base64");
  // Node skips what is not base64; only writing it back shows whether something was skipped.
  if (bytes.toString("base64") !== entry) {
    throw new VaultError("invalidMasterKey", `${name} is not base64. ${howToMakeOne}.`);
  }
  if (bytes.length !== keyBytes) {
    throw new VaultError("invalidMasterKey", `${name} has ${bytes.length} bytes. ${howToMakeOne}.`);
  }
  return { id: masterKeyIdOf(bytes), key: createSecretKey(bytes) };
}

/** The prefix keeps this hash apart from any other use of the key. */
function masterKeyIdOf(bytes: Buffer): string {
  return createHash("sha256")
    .update("bowline master key id")
    .update(bytes)
    .digest("hex")
    .slice(0, 2 * masterKeyIdBytes);
}
