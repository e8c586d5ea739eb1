import type { Environment } from "@bowline/catalog";
import type { ConnectionRow } from "../db/connections/connections.ts";
import { findUrlOrigin } from "../runtimes/server-url.ts";
import { holdsName, isNamedOrigin, listCurrentOrigins, listOrigins } from "./list-origins.ts";

/** The parts of an application's description that are compared. */
export interface DescribedApplication {
  environments: readonly Environment[];
}

/** A comparison takes 3 µs, a lookup here 0.2 µs. A row is compared again when it or the description has changed. */
const known = new WeakMap<ConnectionRow, { environments: readonly Environment[]; reason: string | null }>();

/** Returns why nothing may be sent through a connection: its environment has gone, or an address is new. Null when all is well. */
export const findStopReason = (
  connection: ConnectionRow,
  application: DescribedApplication,
): string | null =>
  connection.status === "error" ? connection.statusReason : findOriginChange(connection, application);

/**
 * Returns why nothing may be sent through a connection: its application's description now contains an origin that the secrets were
 * not entered for (decisions D73). Null when there is no new origin, or the connection has no secrets.
 */
export function findOriginChange(
  connection: ConnectionRow,
  { environments }: DescribedApplication,
): string | null {
  const found = known.get(connection);
  if (found?.environments === environments) {
    return found.reason;
  }
  const reason = compareOrigins(connection, { environments });
  known.set(connection, { environments, reason });
  return reason;
}

function compareOrigins(connection: ConnectionRow, { environments }: DescribedApplication): string | null {
  const { method, environment, fields, toolServers, sealedSecrets, sealedOrigins } = connection;
  if (sealedSecrets === null) {
    return null;
  }
  const described = { environments, toolServers };
  const isNew = (origin: string) => !sealedOrigins?.includes(origin);
  return listCurrentOrigins(described, method, environment, fields).some(isNew)
    ? describeChange(connection, listOrigins(described, method, environment, fields).filter(isNew))
    : null;
}

/**
 * Does the same for one call. Its operation may have its own address, and overrides may change the address.
 *
 * @param url the call's address
 * @param secretTexts the spellings of the connection's secrets
 */
export function findCallOriginChange(
  connection: ConnectionRow,
  application: DescribedApplication,
  url: string,
  secretTexts: readonly string[],
): string | null {
  const { sealedSecrets, sealedOrigins } = connection;
  if (sealedSecrets === null) {
    return null;
  }
  const reason = findOriginChange(connection, application);
  if (reason !== null || isAtOneOf(url, sealedOrigins ?? [], secretTexts)) {
    return reason;
  }
  return describeChange(connection, [findUrlOrigin(url) ?? ""]);
}

function isAtOneOf(url: string, origins: readonly string[], secretTexts: readonly string[]): boolean {
  if (origins.some((origin) => url.startsWith(`${origin}/`))) {
    return true;
  }
  const own = findUrlOrigin(url) ?? "";
  return origins.includes(own) || isAtNamed(own, origins.filter(holdsName), secretTexts);
}

function isAtNamed(origin: string, named: readonly string[], secretTexts: readonly string[]): boolean {
  if (named.length === 0) {
    return false;
  }
  const texts = secretTexts.map((text) => text.toLowerCase());
  return named.some((one) => isNamedOrigin(origin, one, texts));
}

function describeChange({ connectionId, sealedOrigins }: ConnectionRow, added: readonly string[]): string {
  const entered = sealedOrigins?.filter((origin) => !added.includes(origin)) ?? [];
  return (
    `The credentials were entered for ${name(entered.slice(0, 5))}, and the application would now get them at ${name(added)}. ` +
    `Nothing is sent there. The connection's owner confirms it with PATCH /v1/connections/${connectionId} and ` +
    `${describeConfirmation(added)}, or enters the credentials anew.`
  );
}

/** Writes the member of a request that confirms exactly these origins. The console reads them from it. */
export const describeConfirmation = (origins: readonly string[]): string =>
  `{"confirmOrigins": ${JSON.stringify(origins)}}`;

const name = (origins: readonly string[]): string =>
  origins.length === 0 ? "other addresses" : origins.join(", ");
