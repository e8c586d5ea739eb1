import type { MasterKeys } from "../master-keys.ts";
import { rewrapDataKey } from "./data-key.ts";

/** Where the wrapped data keys are kept. Both calls belong to one transaction. */
export interface WrappedDataKeyStore {
  /** Every company, locked until the transaction ends. */
  listCompanies(): Promise<{ companyId: number; wrappedDataKey: Buffer }[]>;
  saveWrappedKey(companyId: number, wrappedDataKey: Buffer): Promise<void>;
}

/** The result of a rotation. */
export interface RotationResult {
  companies: number;
  /** Companies whose data key was not yet wrapped by the first master key. */
  rewrapped: number;
}

/**
 * Wraps every company's data key with the first master key. Secrets do not change. Running servers that know both keys continue
 * to work. A second rotation changes nothing.
 *
 * @throws VaultError when a data key cannot be unwrapped; nothing is saved
 */
export async function rotateMasterKey(
  masterKeys: MasterKeys,
  store: WrappedDataKeyStore,
): Promise<RotationResult> {
  const companies = await store.listCompanies();
  const changes = companies.flatMap(({ companyId, wrappedDataKey }) => {
    const rewrapped = rewrapDataKey(masterKeys, wrappedDataKey);
    return rewrapped === null ? [] : [{ companyId, rewrapped }];
  });
  for (const { companyId, rewrapped } of changes) {
    await store.saveWrappedKey(companyId, rewrapped);
  }
  return { companies: companies.length, rewrapped: changes.length };
}
