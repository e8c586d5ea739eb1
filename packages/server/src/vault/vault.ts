import type { KeyObject } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { MasterKeys } from "../master-keys.ts";
import { checkMasterKeyKnown, createWrappedDataKey, rewrapDataKey, unwrapDataKey } from "./data-key.ts";
import { openEnvelope, sealEnvelope } from "./envelope.ts";
import { VaultError } from "./vault-error.ts";

/** Sealed secret, version 1: this byte, nonce (12), ciphertext, tag (16). */
const header = Buffer.of(1);

/** Stands for the server itself where a secret belongs to no company. */
export const serverOwnerId = 0;

/** About 300 bytes each. */
const cachedDataKeys = 10_000;

/** Encrypts the secrets of companies, each with its company's own data key. */
export interface Vault {
  /** The id of the master key that wraps new data keys. */
  masterKeyId: string;
  /**
   * Encrypts a secret for one place.
   *
   * @param purpose names the row it is stored in, such as `connection:12`; the same purpose is needed to open it
   */
  seal(companyId: number, purpose: string, plaintext: string | Buffer): Promise<Buffer>;
  /**
   * Decrypts the output of `seal`. Returns the text at once while the company's data key is in memory, else a promise.
   *
   * @throws VaultError `refused` (changed, cut, or sealed for another company or purpose) or `unknownMasterKey`
   */
  open(companyId: number, purpose: string, sealed: Buffer): string | Promise<string>;
  /** Decrypts what was sealed as bytes, and fails as `open` does. */
  openBytes(companyId: number, purpose: string, sealed: Buffer): Promise<Buffer>;
  /** Loads the company's data key into memory, so that `seal` and `open` inside a transaction need no further connection. */
  prepare(companyId: number): Promise<void>;
  /** Creates a wrapped data key for a new company, to store as `company.wrapped_data_key`. */
  createDataKey(): Buffer;
  /** Wraps a stored data key with the first master key. Null when that key wraps it already. */
  rewrap(wrapped: Buffer): Buffer | null;
  /**
   * Checks at the start, not at the first call, that the master key of a data key is known.
   *
   * @throws VaultError `unknownMasterKey`, or `refused` when the bytes are not a wrapped key
   */
  checkKnown(wrapped: Buffer): void;
}

/**
 * Opens the vault. Data keys are unwrapped once and cached in memory. The least recently used are dropped first.
 *
 * @param loadWrappedDataKey reads `company.wrapped_data_key`; concurrent calls share one load
 */
export function openVault(
  masterKeys: MasterKeys,
  loadWrappedDataKey: (companyId: number) => Promise<Buffer>,
): Vault {
  const dataKeys = new LRUCache<number, KeyObject>({ max: cachedDataKeys });
  const loading = new Map<number, Promise<KeyObject>>();

  function loadDataKey(companyId: number): Promise<KeyObject> {
    const underWay = loading.get(companyId);
    if (underWay !== undefined) {
      return underWay;
    }
    const started = loadWrappedDataKey(companyId)
      .then((wrapped) => {
        const dataKey = unwrapDataKey(masterKeys, wrapped);
        dataKeys.set(companyId, dataKey);
        return dataKey;
      })
      .finally(() => loading.delete(companyId));
    loading.set(companyId, started);
    return started;
  }

  return {
    masterKeyId: masterKeys.current.id,
    async seal(companyId, purpose, plaintext) {
      const dataKey = dataKeys.get(companyId) ?? (await loadDataKey(companyId));
      const bytes = typeof plaintext === "string" ? Buffer.from(plaintext) : plaintext;
      return sealEnvelope(dataKey, header, bindingTo(companyId, purpose), bytes);
    },
    open(companyId, purpose, sealed) {
      const dataKey = dataKeys.get(companyId);
      return dataKey === undefined
        ? loadDataKey(companyId).then((loaded) => openSecret(loaded, companyId, purpose, sealed).toString())
        : openSecret(dataKey, companyId, purpose, sealed).toString();
    },
    async openBytes(companyId, purpose, sealed) {
      const dataKey = dataKeys.get(companyId) ?? (await loadDataKey(companyId));
      return openSecret(dataKey, companyId, purpose, sealed);
    },
    async prepare(companyId) {
      if (!dataKeys.has(companyId)) {
        await loadDataKey(companyId);
      }
    },
    createDataKey: () => createWrappedDataKey(masterKeys),
    rewrap: (wrapped) => rewrapDataKey(masterKeys, wrapped),
    checkKnown: (wrapped) => checkMasterKeyKnown(masterKeys, wrapped),
  };
}

function openSecret(dataKey: KeyObject, companyId: number, purpose: string, sealed: Buffer): Buffer {
  const plaintext =
    sealed[0] === header[0]
      ? openEnvelope(dataKey, header.length, bindingTo(companyId, purpose), sealed)
      : null;
  if (plaintext === null) {
    throw new VaultError(
      "refused",
      `The secret of ${purpose} was changed, or was sealed for another row or with another key.`,
    );
  }
  return plaintext;
}

/** The id is a number, so no two pairs give the same text. */
function bindingTo(companyId: number, purpose: string): string {
  return `${companyId}:${purpose}`;
}
