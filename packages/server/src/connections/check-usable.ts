import { type CatalogAuthentication, listVariables } from "@bowline/catalog";
import type { Problem } from "../api-error.ts";
import { illegalInHeader } from "../runtimes/place-credentials.ts";
import { findMisplaced } from "../runtimes/server-url.ts";
import { type DescribedAddresses, findServerUrl } from "./list-addresses.ts";

/** A field whose value no request can carry. */
export interface UnusableField {
  fieldName: string;
  /** Never contains the value. */
  issue: string;
}

/**
 * Finds the values that cannot stand where a request needs them: in the address of the application or of one of its operations, in a
 * header, or as the user name of Basic (RFC 7617 §2). Without this check every call through the connection would fail.
 *
 * @param values the connection's fields by name; those that are missing are fine
 */
export function findUnusable(
  { environments, toolServers }: DescribedAddresses,
  { placements }: Pick<CatalogAuthentication, "placements">,
  environment: string,
  values: Readonly<Record<string, string>>,
): UnusableField[] {
  const unusable = new Map<string, string>();
  for (const template of [findServerUrl(environments, environment), ...toolServers]) {
    for (const { name, rule } of findMisplaced(template, values)) {
      unusable.set(name, `Must be ${rule}.`);
    }
  }
  for (const placement of placements) {
    for (const name of placement.in === "basic" ? listVariables(placement.username) : []) {
      if (Object.hasOwn(values, name) && values[name]?.includes(":") === true) {
        unusable.set(
          name,
          "Must not contain a colon: the application reads what follows one as the password.",
        );
      }
    }
    for (const name of placement.in === "header" ? listVariables(placement.value) : []) {
      if (Object.hasOwn(values, name) && illegalInHeader.test(values[name] ?? "")) {
        unusable.set(name, "Contains a line break or another character that is not allowed in a header.");
      }
    }
  }
  return Array.from(unusable, ([fieldName, issue]) => ({ fieldName, issue }));
}

/**
 * Checks that requests can carry the values of a connection's fields.
 *
 * @param problems gets the problems found, which never contain a value
 */
export function checkUsable(
  described: DescribedAddresses,
  method: Pick<CatalogAuthentication, "placements">,
  environment: string,
  values: Readonly<Record<string, string>>,
  problems: Problem[],
): void {
  for (const { fieldName, issue } of findUnusable(described, method, environment, values)) {
    problems.push({ field: `fields.${fieldName}`, issue });
  }
}
