import type { CatalogAuthentication } from "@bowline/catalog";
import type { Problem } from "../api-error.ts";
import type { ApplicationEntry } from "../catalog/company-catalog.ts";
import type { ConnectionRow, TokenDates } from "../db/connections/connections.ts";
import { checkCertificate } from "./check-certificate.ts";
import { checkFields, type SentFields } from "./check-fields.ts";
import { refreshTokenField, tokenField } from "./connection-secrets.ts";
import { sealFields, sealLoneUserName } from "./seal-lone-user-name.ts";

/** The fields of a connection after a change, and the columns that change with them. */
export interface MergedFields {
  fields: Record<string, string>;
  secrets: Record<string, string>;
  change: Pick<ConnectionRow, "fields" | "status" | "statusReason"> &
    Partial<Pick<ConnectionRow, "tokenVersion"> & TokenDates>;
}

/** Merges the fields sent into the stored ones. New credentials make a connection active again. */
export function mergeFields(
  application: ApplicationEntry,
  connection: ConnectionRow,
  stored: Readonly<Record<string, string>>,
  sent: SentFields,
  now: Date,
  problems: Problem[],
): MergedFields {
  const method = findOffered(application, connection);
  const open = splitDeclared(method, connection.fields);
  const sealed = splitSealed(method, stored);
  const merged = { ...open.declared, ...sealed.declared, ...sent };
  const given = sealLoneUserName(method, checkFields(method.fields, merged, problems));
  // A key that was the user name does not become visible because a password is added.
  const kept = Object.keys(sealed.declared).filter((name) => !Object.hasOwn(sent, name));
  const checked = sealFields(given, kept);
  checkCertificate(method, { ...checked.open, ...checked.secret }, problems);
  const tokenDates = planAfterChange(connection, sent, now);
  // The stored refresh token does not belong to a pasted token.
  const others = tokenDates === null ? sealed.others : {};
  const fields = { ...open.others, ...checked.open };
  return {
    fields,
    secrets: { ...others, ...checked.secret },
    change: {
      fields,
      status: "active",
      statusReason: null,
      ...(tokenDates !== null && { ...tokenDates, tokenVersion: connection.tokenVersion + 1 }),
    },
  };
}

/** Finds the method as the application offers it now. It also depends on the address that an Admin set. */
const findOffered = (
  { authentications }: ApplicationEntry,
  { authenticationId, method }: ConnectionRow,
): CatalogAuthentication =>
  authentications.find((one) => one.authenticationId === authenticationId) ?? method;

/** Separates the method's own fields from values that signing in added, such as a refresh token. */
export function splitDeclared(
  method: CatalogAuthentication,
  values: Readonly<Record<string, string>>,
): { declared: Record<string, string>; others: Record<string, string> } {
  const names = new Set(method.fields.map((field) => field.fieldName));
  const entries = Object.entries(values);
  return {
    declared: Object.fromEntries(entries.filter(([name]) => names.has(name))),
    others: Object.fromEntries(entries.filter(([name]) => !names.has(name))),
  };
}

/** The refresh token that a sign-in brought is no field, even where a variable of an address has its name. */
function splitSealed(method: CatalogAuthentication, stored: Readonly<Record<string, string>>) {
  const { [refreshTokenField]: refreshToken, ...fields } = stored;
  if (method.oauth2 === undefined || refreshToken === undefined) {
    return splitDeclared(method, stored);
  }
  const { declared, others } = splitDeclared(method, fields);
  return { declared, others: { ...others, [refreshTokenField]: refreshToken } };
}

/** Null: the token does not change. */
function planAfterChange({ method }: ConnectionRow, sent: SentFields, now: Date): TokenDates | null {
  if (Object.hasOwn(sent, tokenField)) {
    return { tokenDueDate: null, tokenExpiresDate: null, isTokenRenewable: false };
  }
  if (method.type !== "oauth2ClientCredentials") {
    return null;
  }
  return { tokenDueDate: now, tokenExpiresDate: now, isTokenRenewable: true };
}
