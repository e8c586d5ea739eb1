import { rewrapDataKey } from "./data-key.ts";
import type { MasterKeys } from "./master-keys.ts";

/** Where the wrapped data keys are kept. Both calls belong to one transaction. */
export interface WrappedDataKeyStore {
  /** Every company, locked until the transaction ends. */
  listCompanies(): Promise<{ companyId: number; wrappedDataKey: Buffer }[]>;
  saveWrappedKey(companyId: number, wrappedDataKey: Buffer): Promise<void>;
}

/** What a rotation did. */
export interface RotationResult {
  companies: number;
  /** Those that were not yet wrapped by the first master key. */
  rewrapped: number;
}

/**
 * Wraps every company's data key with the first master key. Secrets are not touched, running servers that know
 * both keys go on working, and doing it again changes nothing.
 *
 * @throws VaultError when one data key cannot be unwrapped; nothing is saved then
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
