import type { CatalogAuthentication } from "@bowline/catalog";
import { checkNoProblems, invalidField, type Problem } from "../api-error.ts";
import type { ApplicationEntry } from "../catalog/company-catalog.ts";
import type { ConnectionRow, TokenDates } from "../db/connections/connections.ts";
import type { Vault } from "../vault/vault.ts";
import { checkCertificate } from "./check-certificate.ts";
import { checkFields, type SentFields } from "./check-fields.ts";
import { checkUsable } from "./check-usable.ts";
import { chooseEnvironment } from "./choose-method.ts";
import { tokenField } from "./connection-secrets.ts";
import { describeConfirmation } from "./find-origin-change.ts";
import { listCurrentOrigins, listOrigins } from "./list-origins.ts";
import { openSecrets, sealSecrets } from "./open-secrets.ts";
import { sealFields, sealLoneUserName } from "./seal-lone-user-name.ts";

/** The changes that an owner requests. Members that are null or left out do not change. */
export interface WantedChange {
  name?: string | null | undefined;
  environment?: string | null | undefined;
  fields?: SentFields | null | undefined;
  /** The origins that the secrets may be sent to. True: those in the application's current description. */
  confirmOrigins?: boolean | readonly string[] | null | undefined;
}

/** The connection's columns to change. */
export type ConnectionChange = Partial<
  Pick<
    ConnectionRow,
    | "name"
    | "environment"
    | "fields"
    | "sealedSecrets"
    | "sealedOrigins"
    | "status"
    | "statusReason"
    | "refusedCalls"
    | "tokenVersion"
  > &
    TokenDates
>;

/**
 * Builds the change of a connection. Stored secrets keep the origins that they were entered for, unless the owner confirms new
 * origins or enters all secrets again (decisions D73).
 *
 * @param now the due date of a token that must be requested again
 * @throws ApiError `VALIDATION_ERROR`
 */
export async function buildChange(
  vault: Vault,
  now: Date,
  application: ApplicationEntry,
  connection: ConnectionRow,
  wanted: WantedChange,
): Promise<ConnectionChange> {
  const name = wanted.name != null && { name: wanted.name };
  if (!changesAccess(wanted)) {
    return { ...name };
  }
  const problems: Problem[] = [];
  const chosen = chooseEnvironment(application, connection.method, wanted.environment, problems);
  const environment = wanted.environment == null ? connection.environment : chosen;
  const stored = await openSecrets(vault, connection);
  const given =
    wanted.fields == null
      ? null
      : mergeFields(findOffered(application, connection), connection, stored, wanted.fields, now, problems);
  const fields = given?.fields ?? connection.fields;
  const secrets = given?.secrets ?? stored;
  if (given !== null || wanted.environment != null) {
    const { method, toolServers } = connection;
    const addresses = { environments: application.environments, toolServers };
    checkUsable(addresses, method, environment, { ...fields, ...secrets }, problems);
  }
  checkNoProblems(problems);
  const values = { ...fields, ...secrets };
  const described = describe(application, connection, environment, values);
  const known = connection.sealedOrigins ?? [];
  const { confirmOrigins: confirmed } = wanted;
  const isEnteredAnew = Object.keys(secrets).every((name) => Object.hasOwn(wanted.fields ?? {}, name));
  let origins = known;
  if (Array.isArray(confirmed)) {
    if (Object.keys(secrets).length > 0) {
      checkNamed(describeCurrent(application, connection, environment, values), known, confirmed);
    }
    origins = described.filter((one) => known.includes(one) || confirmed.includes(one));
  } else if (confirmed === true || isEnteredAnew) {
    origins = described;
  } else {
    checkNothingNew(application, connection, stored, described);
  }
  return {
    ...name,
    refusedCalls: 0,
    ...(wanted.environment != null && { environment }),
    ...given?.change,
    ...(connection.status === "error" && chooseStatus(connection, wanted)),
    ...((given !== null || origins !== known) && (await sealSecrets(vault, connection, origins, secrets))),
  };
}

/** A connection whose environment has gone goes on when its owner chooses one: another of that name may be at another address. */
const chooseStatus = (
  { status, statusReason }: ConnectionRow,
  { environment }: WantedChange,
): Pick<ConnectionChange, "status" | "statusReason"> =>
  environment == null ? { status, statusReason } : { status: "active", statusReason: null };

/** Whether a change concerns more than the name: the credentials, or where they may be sent. */
export const changesAccess = ({ fields, environment, confirmOrigins }: WantedChange): boolean =>
  fields != null || environment != null || confirmOrigins === true || Array.isArray(confirmOrigins);

const describe = (
  { environments }: ApplicationEntry,
  { method, toolServers }: ConnectionRow,
  environment: string,
  fields: Readonly<Record<string, string>>,
): string[] => listOrigins({ environments, toolServers }, method, environment, fields);

/** Does the same without the origins that only an override of one call leads to. */
const describeCurrent = (
  { environments }: ApplicationEntry,
  { method, toolServers }: ConnectionRow,
  environment: string,
  fields: Readonly<Record<string, string>>,
): string[] => listCurrentOrigins({ environments, toolServers }, method, environment, fields);

/** The owner saw the origins that are named. Another import may have put others in their place since. */
function checkNamed(current: readonly string[], known: readonly string[], named: readonly string[]): void {
  const added = current.filter((one) => !known.includes(one));
  if (!added.every((one) => named.includes(one))) {
    throw invalidField(
      "confirmOrigins",
      `The credentials would now go to ${added.join(", ")}, and the request confirms ${named.slice(0, 5).join(", ")}. ` +
        `Look at the new addresses, and confirm them with ${describeConfirmation(added)}.`,
    );
  }
}

/** A change must not send the stored secrets to new origins without the owner's confirmation. */
function checkNothingNew(
  application: ApplicationEntry,
  connection: ConnectionRow,
  stored: Readonly<Record<string, string>>,
  described: readonly string[],
): void {
  const { environment, fields, sealedOrigins } = connection;
  const before = describe(application, connection, environment, { ...fields, ...stored });
  const added = described.filter((one) => !sealedOrigins?.includes(one) && !before.includes(one));
  if (added.length > 0) {
    throw invalidField(
      "confirmOrigins",
      `The stored credentials were entered for ${sealedOrigins?.join(", ")} and would go to ${added.join(", ")}. ` +
        `Send all of them again, or confirm it with ${describeConfirmation(added)}.`,
    );
  }
}

/** Finds the method as the application offers it now. It also depends on the address that an Admin set. */
const findOffered = (
  { authentications }: ApplicationEntry,
  { authenticationId, method }: ConnectionRow,
): CatalogAuthentication =>
  authentications.find((one) => one.authenticationId === authenticationId) ?? method;

/** Merges the fields sent into the stored ones. New credentials make a connection active again. */
function mergeFields(
  method: CatalogAuthentication,
  connection: ConnectionRow,
  stored: Readonly<Record<string, string>>,
  sent: SentFields,
  now: Date,
  problems: Problem[],
) {
  const open = splitDeclared(method, connection.fields);
  const sealed = splitDeclared(method, stored);
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
      status: "active" as const,
      statusReason: null,
      ...(tokenDates !== null && { ...tokenDates, tokenVersion: connection.tokenVersion + 1 }),
    },
  };
}

/** Separates the method's own fields from values that signing in added, such as a refresh token. */
function splitDeclared(method: CatalogAuthentication, values: Readonly<Record<string, string>>) {
  const names = new Set(method.fields.map((field) => field.fieldName));
  const entries = Object.entries(values);
  return {
    declared: Object.fromEntries(entries.filter(([name]) => names.has(name))),
    others: Object.fromEntries(entries.filter(([name]) => !names.has(name))),
  };
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
