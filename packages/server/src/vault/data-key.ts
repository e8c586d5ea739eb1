import { createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import { keyBytes, type MasterKey, type MasterKeys, masterKeyIdBytes } from "../master-keys.ts";
import { envelopeOverheadBytes, openEnvelope, sealEnvelope } from "./envelope.ts";
import { VaultError } from "./vault-error.ts";

/** Wrapped key, version 1: this byte, the master key's id (8), nonce (12), ciphertext (32), tag (16). */
const version = 1;
const headerBytes = 1 + masterKeyIdBytes;
const wrappedKeyBytes = headerBytes + keyBytes + envelopeOverheadBytes;

/**
 * A data key is not bound to a company, because it is created before the company's row has an id. Every secret sealed with it is
 * bound to the company, so a wrapped key that is moved to another company opens nothing there.
 */
const purpose = "bowline data key";

/** Creates a random data key and returns it wrapped by the current master key. */
export function createWrappedDataKey(masterKeys: MasterKeys): Buffer {
  return wrap(masterKeys.current, randomBytes(keyBytes));
}

/** @throws VaultError `unknownMasterKey` or `refused` */
export function unwrapDataKey(masterKeys: MasterKeys, wrapped: Buffer): KeyObject {
  return createSecretKey(unwrap(masterKeys, wrapped));
}

/**
 * Wraps a data key with the current master key. The secrets sealed with it do not change.
 *
 * @returns the newly wrapped key, or null when the current master key wraps it already
 * @throws VaultError `unknownMasterKey` or `refused`
 */
export function rewrapDataKey(masterKeys: MasterKeys, wrapped: Buffer): Buffer | null {
  const dataKey = unwrap(masterKeys, wrapped);
  const isCurrent = findMasterKey(masterKeys, wrapped).id === masterKeys.current.id;
  return isCurrent ? null : wrap(masterKeys.current, dataKey);
}

/** Checks that the master key is known. @throws VaultError `unknownMasterKey`, or `refused` when the bytes are not a wrapped key */
export function checkMasterKeyKnown(masterKeys: MasterKeys, wrapped: Buffer): void {
  findMasterKey(masterKeys, wrapped);
}

function wrap(masterKey: MasterKey, dataKey: Buffer): Buffer {
  const header = Buffer.concat([Buffer.of(version), Buffer.from(masterKey.id, "hex")]);
  return sealEnvelope(masterKey.key, header, purpose, dataKey);
}

function unwrap(masterKeys: MasterKeys, wrapped: Buffer): Buffer {
  const masterKey = findMasterKey(masterKeys, wrapped);
  const dataKey = openEnvelope(masterKey.key, headerBytes, purpose, wrapped);
  if (dataKey === null) {
    throw new VaultError("refused", "A data key was changed after it was stored.");
  }
  return dataKey;
}

function findMasterKey(masterKeys: MasterKeys, wrapped: Buffer): MasterKey {
  if (wrapped.length !== wrappedKeyBytes || wrapped[0] !== version) {
    throw new VaultError("refused", "A data key is not in a format that this version knows.");
  }
  const id = wrapped.toString("hex", 1, headerBytes);
  const masterKey = masterKeys.byId.get(id);
  if (masterKey === undefined) {
    throw new VaultError(
      "unknownMasterKey",
      `A data key is encrypted with master key ${id}, which was not given (given: ${[...masterKeys.byId.keys()].join(", ")}). After a restore, put the key that belongs to the backup in the place of the other; in a rotation, add it after the first. Keys are set in BOWLINE_MASTER_KEY or in the file master-key of the data folder.`,
    );
  }
  return masterKey;
}
