import type { CatalogAuthentication } from "@bowline/catalog";
import type { ConnectionRow } from "../db/connections/connections.ts";
import type { Vault } from "../vault/vault.ts";

/** A connection's sealed secrets, with the data they are sealed to. */
export type SealedConnection = Pick<
  ConnectionRow,
  "companyId" | "connectionId" | "sealedSecrets" | "sealedOrigins"
>;

/**
 * The purpose that a connection's secrets are sealed with. They open only for that connection and only with the list of origins that
 * they were entered for, so that nobody can extend the list in the database (decisions D73).
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

/** Seals a connection's secret fields together with the origins that they may be sent to. Both are null when there are no secrets. */
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

/** Returns the default values of a method's fields, by name. */
export function defaultValues(method: CatalogAuthentication): Record<string, string> {
  const values: Record<string, string> = {};
  for (const field of method.fields) {
    if (field.default !== null) {
      values[field.fieldName] = field.default;
    }
  }
  return values;
}
