import type { CatalogAuthentication } from "@bowline/catalog";
import { listVariables } from "../runtimes/server-url.ts";
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
  const sealed = Object.entries(open).filter(([name]) => lone.includes(name));
  return {
    open: Object.fromEntries(Object.entries(open).filter(([name]) => !lone.includes(name))),
    secret: { ...secret, ...Object.fromEntries(sealed) },
  };
}

/** Without a field in it, the password is fixed. */
const hasValue = (template: string, values: Readonly<Record<string, string>>): boolean =>
  listVariables(template).every((name) => Object.hasOwn(values, name));
