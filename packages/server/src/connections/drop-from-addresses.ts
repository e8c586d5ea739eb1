import { type CatalogAuthentication, listVariables } from "@bowline/catalog";
import { type DescribedAddresses, listAddresses } from "./list-addresses.ts";

type Fields = Readonly<Record<string, string>>;

/**
 * Leaves out secrets that would become a part of an address: an import can name a variable of an address like a secret that a
 * connection has (decisions D73). Only a secret field of the method that is sent nowhere else belongs in an address.
 *
 * @param secrets the connection's secrets by name
 */
export function dropFromAddresses(
  described: DescribedAddresses,
  method: CatalogAuthentication,
  environment: string,
  secrets: Fields,
): Fields {
  const inAddresses = new Set(listAddresses(described, method, environment).flatMap(listVariables));
  const names = Object.keys(secrets).filter(
    (name) => inAddresses.has(name) && !belongsInAddress(method, name),
  );
  return names.length === 0
    ? secrets
    : Object.fromEntries(Object.entries(secrets).filter(([name]) => !names.includes(name)));
}

/** Whether a field is a secret that may be part of an address: it is sent nowhere else. */
export const belongsInAddress = (
  { fields, placements, oauth2 }: CatalogAuthentication,
  name: string,
): boolean =>
  oauth2 === undefined &&
  fields.some(({ fieldName, secret }) => fieldName === name && secret) &&
  !placements.some((placement) => listVariables(Object.values(placement).join(" ")).includes(name));
