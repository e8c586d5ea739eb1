import { type CatalogAuthentication, listVariables } from "@bowline/catalog";
import type { CheckedFields } from "./check-fields.ts";

/** Makes a user name without a password secret: many applications take their key so (RFC 7617, with an empty password). */
export function sealLoneUserName(
  { placements }: Pick<CatalogAuthentication, "placements">,
  { open, secret }: CheckedFields,
): CheckedFields {
  const lone = placements.flatMap((placement) =>
    placement.in === "basic" && !hasValue(placement.password, { ...open, ...secret })
      ? listVariables(placement.username)
      : [],
  );
  return sealFields({ open, secret }, lone);
}

/** Makes the fields with these names secret. */
export function sealFields({ open, secret }: CheckedFields, names: readonly string[]): CheckedFields {
  const entries = Object.entries(open);
  return {
    open: Object.fromEntries(entries.filter(([name]) => !names.includes(name))),
    secret: { ...secret, ...Object.fromEntries(entries.filter(([name]) => names.includes(name))) },
  };
}

/** Without a field in it, the password is fixed. */
const hasValue = (template: string, values: Readonly<Record<string, string>>): boolean =>
  listVariables(template).every((name) => Object.hasOwn(values, name));
