import type { CredentialField } from "@bowline/catalog";
import type { ConnectionRow } from "../db/connections/connections.ts";
import type { DescribedApplication } from "./find-origin-change.ts";
import { listHostFields } from "./list-origins.ts";

/**
 * Lists the fields of a connection that a call may override. A field that decides to which host the secrets are sent must have an
 * enum (decisions D78).
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
