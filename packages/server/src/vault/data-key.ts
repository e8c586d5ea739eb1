import { createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import { envelopeOverheadBytes, openEnvelope, sealEnvelope } from "./envelope.ts";
import { keyBytes, type MasterKey, type MasterKeys, masterKeyIdBytes } from "./master-keys.ts";
import { VaultError } from "./vault-error.ts";

/** Wrapped key, version 1: this byte, the master key's id (8), nonce (12), ciphertext (32), tag (16). */
const version = 1;
const headerBytes = 1 + masterKeyIdBytes;
const wrappedKeyBytes = headerBytes + keyBytes + envelopeOverheadBytes;

/**
 * Not bound to a company: it is made before the company's row has an id, and every secret sealed with it is
 * bound to the company instead, so that a wrapped key moved to another company opens nothing there.
 */
const purpose = "bowline data key";

/** Makes a random data key and answers it wrapped by the current master key. */
export function createWrappedDataKey(masterKeys: MasterKeys): Buffer {
  return wrap(masterKeys.current, randomBytes(keyBytes));
}

/** @throws VaultError `unknownMasterKey` or `refused` */
export function unwrapDataKey(masterKeys: MasterKeys, wrapped: Buffer): KeyObject {
  return createSecretKey(unwrap(masterKeys, wrapped));
}

/**
 * Wraps a data key anew with the current master key. What it sealed stays as it is.
 *
 * @returns the newly wrapped key, or null when the current master key wraps it already
 * @throws VaultError `unknownMasterKey` or `refused`
 */
export function rewrapDataKey(masterKeys: MasterKeys, wrapped: Buffer): Buffer | null {
  const dataKey = unwrap(masterKeys, wrapped);
  const isCurrent = findMasterKey(masterKeys, wrapped).id === masterKeys.current.id;
  return isCurrent ? null : wrap(masterKeys.current, dataKey);
}

/**
 * Tells at the start, rather than at the first call, that a master key is missing.
 *
 * @throws VaultError `unknownMasterKey`, or `refused` for what is no wrapped key
 */
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
    throw new VaultError("refused", "A company's data key was changed since it was stored.");
  }
  return dataKey;
}

function findMasterKey(masterKeys: MasterKeys, wrapped: Buffer): MasterKey {
  if (wrapped.length !== wrappedKeyBytes || wrapped[0] !== version) {
    throw new VaultError("refused", "A company's data key is not in a form this version knows.");
  }
  const id = wrapped.toString("hex", 1, headerBytes);
  const masterKey = masterKeys.byId.get(id);
  if (masterKey === undefined) {
    throw new VaultError(
      "unknownMasterKey",
      `A company's data key is wrapped by master key ${id}, which was not given (given: ${[...masterKeys.byId.keys()].join(", ")}). Add it to BOWLINE_MASTER_KEY, after the first.`,
    );
  }
  return masterKey;
}
