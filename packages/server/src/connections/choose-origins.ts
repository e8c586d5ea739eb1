import { invalidField } from "../api-error.ts";
import type { ApplicationEntry } from "../catalog/company-catalog.ts";
import type { ConnectionRow } from "../db/connections/connections.ts";
import type { SentFields } from "./check-fields.ts";
import { describeConfirmation } from "./find-origin-change.ts";
import { listCurrentOrigins, listOrigins } from "./list-origins.ts";

type Fields = Readonly<Record<string, string>>;

/** What an owner sends, and where it may be sent to. Members that are null or left out do not change. */
export interface WantedAccess {
  fields?: SentFields | null | undefined;
  /** The origins that the secrets may be sent to. True: those in the application's current description. */
  confirmOrigins?: boolean | readonly string[] | null | undefined;
}

/** Where a changed connection leads, and with which values. */
export interface ChangedAccess {
  environment: string;
  fields: Fields;
  secrets: Fields;
}

/**
 * Chooses the origins that a changed connection's secrets may be sent to (decisions D73). Null: those that it has.
 *
 * @param stored the secrets before the change
 * @throws ApiError `VALIDATION_ERROR` when the owner must confirm new ones
 */
export function chooseOrigins(
  { environments }: ApplicationEntry,
  connection: ConnectionRow,
  stored: Fields,
  { environment, fields, secrets }: ChangedAccess,
  { fields: sent, confirmOrigins: confirmed }: WantedAccess,
): string[] | null {
  const { method, toolServers, sealedOrigins } = connection;
  // One in which a secret stands by its name is another origin when that secret changes.
  const isSame = (origin: string) =>
    [...new Set([...Object.keys(stored), ...Object.keys(secrets)])].every(
      (name) => stored[name] === secrets[name] || !origin.includes(`{${name}}`),
    );
  const known = (sealedOrigins ?? []).filter(isSame);
  const described = { environments, toolServers };
  const origins = listOrigins(described, method, environment, fields, secrets);
  if (Array.isArray(confirmed)) {
    if (Object.keys(secrets).length > 0) {
      checkNamed(listCurrentOrigins(described, method, environment, fields, secrets), known, confirmed);
    }
    return origins.filter((one) => known.includes(one) || confirmed.includes(one));
  }
  const isEnteredAnew = Object.keys(secrets).every((name) => Object.hasOwn(sent ?? {}, name));
  if (confirmed === true || isEnteredAnew) {
    return origins;
  }
  const before = listOrigins(described, method, connection.environment, connection.fields, stored);
  const added = origins.filter((one) => !known.includes(one) && !(isSame(one) && before.includes(one)));
  checkNothingNew(added, sealedOrigins ?? []);
  return null;
}

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
function checkNothingNew(added: readonly string[], entered: readonly string[]): void {
  if (added.length > 0) {
    throw invalidField(
      "confirmOrigins",
      `The stored credentials were entered for ${entered.join(", ")} and would go to ${added.join(", ")}. ` +
        `Send all of them again, or confirm it with ${describeConfirmation(added)}.`,
    );
  }
}
