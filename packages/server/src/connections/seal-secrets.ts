import type { Vault } from "../vault/vault.ts";

/** Seals a connection's secret fields as one; null when there are none. */
export async function sealSecrets(
  vault: Vault,
  companyId: number,
  purpose: string,
  secrets: Record<string, string>,
): Promise<Buffer | null> {
  return Object.keys(secrets).length === 0 ? null : vault.seal(companyId, purpose, JSON.stringify(secrets));
}
