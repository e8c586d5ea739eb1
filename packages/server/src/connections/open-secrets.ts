import type { CatalogAuthentication } from "@bowline/catalog";
import type { ConnectionRow } from "../db/connections.ts";
import type { Vault } from "../vault/vault.ts";

/** A connection's sealed secrets, with what they are sealed to. */
export type SealedConnection = Pick<
  ConnectionRow,
  "companyId" | "connectionId" | "sealedSecrets" | "sealedOrigins"
>;

/**
 * What the secrets of a connection are sealed to: they open for that connection only, and only with the list of origins that
 * they were entered for, so that nobody widens it in the database (decisions D73).
 */
const purposeOf = (connectionId: number, origins: readonly string[] | null): string =>
  origins === null ? `connection:${connectionId}` : `connection:${connectionId} at ${origins.join(" ")}`;

const noSecrets: Readonly<Record<string, string>> = Object.freeze({});

/** Opens a connection's secret fields, by name. @throws VaultError when they were sealed for another row or other origins */
export async function openSecrets(
  vault: Vault,
  { companyId, connectionId, sealedSecrets, sealedOrigins }: SealedConnection,
): Promise<Readonly<Record<string, string>>> {
  if (sealedSecrets === null) {
    return noSecrets;
  }
  const opened = vault.open(companyId, purposeOf(connectionId, sealedOrigins), sealedSecrets);
  return JSON.parse(typeof opened === "string" ? opened : await opened);
}

/** Seals a connection's secret fields as one, to the origins that they may go to; both null when there are none. */
export async function sealSecrets(
  vault: Vault,
  { companyId, connectionId }: Pick<SealedConnection, "companyId" | "connectionId">,
  origins: string[],
  secrets: Readonly<Record<string, string>>,
): Promise<Pick<SealedConnection, "sealedSecrets" | "sealedOrigins">> {
  if (Object.keys(secrets).length === 0) {
    return { sealedSecrets: null, sealedOrigins: null };
  }
  const sealedSecrets = await vault.seal(
    companyId,
    purposeOf(connectionId, origins),
    JSON.stringify(secrets),
  );
  return { sealedSecrets, sealedOrigins: origins };
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
