import type { CatalogAuthentication } from "@bowline/catalog";
import type { ConnectionRow } from "../db/connections.ts";
import type { Vault } from "../vault/vault.ts";

/** What the secrets of a connection are sealed to: they open for that connection only. */
export const secretPurpose = (connectionId: number): string => `connection:${connectionId}`;

const noSecrets: Readonly<Record<string, string>> = Object.freeze({});

/** Opens a connection's secret fields, by name. */
export async function openSecrets(
  vault: Vault,
  connection: ConnectionRow,
): Promise<Readonly<Record<string, string>>> {
  if (connection.sealedSecrets === null) {
    return noSecrets;
  }
  const { companyId, connectionId, sealedSecrets } = connection;
  const opened = vault.open(companyId, secretPurpose(connectionId), sealedSecrets);
  return JSON.parse(typeof opened === "string" ? opened : await opened);
}

/** The values that a method's fields have when a connection sets none, by name. */
export function defaultValues(method: CatalogAuthentication): Record<string, string> {
  const values: Record<string, string> = {};
  for (const field of method.fields) {
    if (field.default !== null) {
      values[field.fieldName] = field.default;
    }
  }
  return values;
}
