import type { CredentialField } from "@bowline/catalog";
import type { ConnectionRow } from "../db/connections.ts";
import type { DescribedApplication } from "./find-origin-change.ts";
import { listHostFields } from "./list-origins.ts";

/**
 * The fields of a connection that a call may override: those marked so. One that decides to which host the secrets go must list
 * its values (decisions D78).
 */
export function listOverridableFields(
  { method, environment, toolServers }: ConnectionRow,
  { environments }: DescribedApplication,
): CredentialField[] {
  const marked = method.fields.filter((field) => field.overridable);
  if (marked.length === 0) {
    return marked;
  }
  const hostFields = listHostFields({ environments, toolServers }, method, environment);
  return marked.filter((field) => field.enum !== undefined || !hostFields.has(field.fieldName));
}
