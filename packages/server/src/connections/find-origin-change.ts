import type { Environment } from "@bowline/catalog";
import type { ConnectionRow } from "../db/connections.ts";
import { listCurrentOrigins } from "./list-origins.ts";

/** The parts of an application that are looked at. */
export interface DescribedApplication {
  environments: readonly Environment[];
}

/** A comparison costs three microseconds, a look here 0.2. A row is compared anew when it or the description has changed. */
const known = new WeakMap<ConnectionRow, { environments: readonly Environment[]; reason: string | null }>();

/**
 * Why nothing may be sent through a connection: its application is now described with an origin that its secrets were not entered
 * for (decisions D73). Null: nothing has moved, or it has no secrets.
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
  const described = listCurrentOrigins({ environments, toolServers }, method, environment, fields);
  const added = described.filter((origin) => !sealedOrigins?.includes(origin));
  return added.length === 0 ? null : describeChange(connection, added);
}

/**
 * The same for one call, whose address may be that of an operation of its own, or made of this call's overrides.
 *
 * @param url where the call would go
 */
export function findCallOriginChange(
  connection: ConnectionRow,
  application: DescribedApplication,
  url: string,
): string | null {
  const { sealedSecrets, sealedOrigins } = connection;
  if (sealedSecrets === null) {
    return null;
  }
  const reason = findOriginChange(connection, application);
  if (reason !== null || isAtOneOf(url, sealedOrigins ?? [])) {
    return reason;
  }
  return describeChange(connection, [URL.parse(url)?.origin ?? ""]);
}

const isAtOneOf = (url: string, origins: readonly string[]): boolean =>
  origins.some((origin) => url.startsWith(`${origin}/`)) || origins.includes(URL.parse(url)?.origin ?? "");

function describeChange({ connectionId, sealedOrigins }: ConnectionRow, added: readonly string[]): string {
  const entered = sealedOrigins?.filter((origin) => !added.includes(origin)) ?? [];
  return (
    `The credentials were entered for ${name(entered)}, and the application would now get them at ${name(added)}. ` +
    `Nothing is sent there. The connection's owner confirms it with PATCH /v1/connections/${connectionId} and ` +
    '{"confirmOrigins": true}, or enters the credentials anew.'
  );
}

const name = (origins: readonly string[]): string =>
  origins.length === 0 ? "other addresses" : origins.slice(0, 5).join(", ");
