import type { MasterKeys } from "../master-keys.ts";
import { rewrapDataKey } from "./data-key.ts";

/** Where the wrapped data keys are kept. Both calls belong to one transaction. */
export interface WrappedDataKeyStore {
  /** Lists the data keys of all companies and of the server (`serverOwnerId`), locked until the transaction ends. */
  listDataKeys(): Promise<{ companyId: number; wrappedDataKey: Buffer }[]>;
  saveWrappedKey(companyId: number, wrappedDataKey: Buffer): Promise<void>;
}

/** The result of a rotation. */
export interface RotationResult {
  dataKeys: number;
  /** How many of them the first master key did not wrap yet. */
  rewrapped: number;
}

/**
 * Wraps every data key with the first master key. Secrets do not change. Running servers that know both keys continue
 * to work. A second rotation changes nothing.
 *
 * @throws VaultError when a data key cannot be unwrapped; nothing is saved
 */
export async function rotateMasterKey(
  masterKeys: MasterKeys,
  store: WrappedDataKeyStore,
): Promise<RotationResult> {
  const dataKeys = await store.listDataKeys();
  const changes = dataKeys.flatMap(({ companyId, wrappedDataKey }) => {
    const rewrapped = rewrapDataKey(masterKeys, wrappedDataKey);
    return rewrapped === null ? [] : [{ companyId, rewrapped }];
  });
  for (const { companyId, rewrapped } of changes) {
    await store.saveWrappedKey(companyId, rewrapped);
  }
  return { dataKeys: dataKeys.length, rewrapped: changes.length };
}
