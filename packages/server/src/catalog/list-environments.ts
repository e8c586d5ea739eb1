import { type CatalogAuthentication, type Environment, listVariables } from "@bowline/catalog";

/**
 * Lists the names of the environments whose addresses the fields of an authentication method can fill. An application may have one address
 * for a sign-in and another for a key. When no address can be filled, all are listed.
 */
export function listEnvironments(
  environments: readonly Environment[],
  { fields }: Pick<CatalogAuthentication, "fields">,
): string[] {
  const fieldNames = new Set(fields.map(({ fieldName }) => fieldName));
  const fillable = environments.filter(({ serverUrl }) =>
    listVariables(serverUrl).every((name) => fieldNames.has(name)),
  );
  return (fillable.length === 0 ? environments : fillable).map(({ name }) => name);
}
