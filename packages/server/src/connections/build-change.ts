import { checkNoProblems, type Problem } from "../api-error.ts";
import type { ApplicationEntry } from "../catalog/company-catalog.ts";
import type { ConnectionRow, TokenDates } from "../db/connections/connections.ts";
import type { Vault } from "../vault/vault.ts";
import { checkUsable } from "./check-usable.ts";
import { chooseEnvironment } from "./choose-environment.ts";
import { chooseOrigins, type WantedAccess } from "./choose-origins.ts";
import { type MergedFields, mergeFields } from "./merge-fields.ts";
import { openSecrets, sealSecrets } from "./open-secrets.ts";

/** The changes that an owner requests. Members that are null or left out do not change. */
export interface WantedChange extends WantedAccess {
  name?: string | null | undefined;
  environment?: string | null | undefined;
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
  const stored = await openSecrets(vault, connection);
  const { environment, merged } = readChange(now, application, connection, stored, wanted);
  const access = {
    environment,
    fields: merged?.fields ?? connection.fields,
    secrets: merged?.secrets ?? stored,
  };
  const origins = chooseOrigins(application, connection, stored, access, wanted);
  const isSealedAnew = merged !== null || origins !== null;
  return {
    ...name,
    refusedCalls: 0,
    ...(wanted.environment != null && { environment }),
    ...merged?.change,
    ...(connection.status === "error" && chooseStatus(connection, wanted)),
    ...(isSealedAnew &&
      (await sealSecrets(vault, connection, origins ?? connection.sealedOrigins ?? [], access.secrets))),
  };
}

/** Reads the new environment and fields, and checks that a call could use them. Null: the fields do not change. */
function readChange(
  now: Date,
  application: ApplicationEntry,
  connection: ConnectionRow,
  stored: Readonly<Record<string, string>>,
  wanted: WantedChange,
): { environment: string; merged: MergedFields | null } {
  const { method, toolServers } = connection;
  const problems: Problem[] = [];
  const chosen = chooseEnvironment(application, method, wanted.environment, problems);
  const environment = wanted.environment == null ? connection.environment : chosen;
  const merged =
    wanted.fields == null ? null : mergeFields(application, connection, stored, wanted.fields, now, problems);
  if (merged !== null || wanted.environment != null) {
    const addresses = { environments: application.environments, toolServers };
    const values = { ...(merged?.fields ?? connection.fields), ...(merged?.secrets ?? stored) };
    checkUsable(addresses, method, environment, values, problems);
  }
  checkNoProblems(problems);
  return { environment, merged };
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
