import { hasFixedCredentials, refusalsToExpire } from "../connections/refused-credentials.ts";
import { countRefusedCall, setRefusedCalls } from "../db/connections/refused-calls.ts";
import type { ExecutionParts } from "./execution-parts.ts";
import type { PreparedExecution } from "./prepared-execution.ts";
import type { RunResult } from "./with-fresh-token.ts";

type AcceptanceParts = Pick<ExecutionParts, "db" | "rows">;

/**
 * Notes whether the application accepted the credentials of a call, so that a connection whose key has ended does not look active
 * (decisions D26a). A success is accepted. Other failures than a refusal say nothing, and nor does a call that replaced fields of
 * the connection.
 *
 * @returns null when there is nothing new to store, as nearly always
 */
export function noteAcceptance(
  parts: AcceptanceParts,
  { connection, overrides }: Pick<PreparedExecution, "connection" | "overrides">,
  { outcome, downstreamMs }: RunResult,
): Promise<void> | null {
  const refusedCalls = connection?.refusedCalls ?? 0;
  const isRefused = !outcome.isSuccess && outcome.kind === "authorizationExpired" && downstreamMs > 0;
  const isNews = isRefused ? refusedCalls < refusalsToExpire : outcome.isSuccess && refusedCalls > 0;
  if (!isNews || connection === null || !hasFixedCredentials(connection) || replacesFields(overrides)) {
    return null;
  }
  return storeCount(parts, connection.connectionId, isRefused);
}

async function storeCount(
  { db, rows }: AcceptanceParts,
  connectionId: number,
  isRefused: boolean,
): Promise<void> {
  const note = isRefused
    ? countRefusedCall(db.kysely, connectionId, refusalsToExpire)
    : setRefusedCalls(db.kysely, connectionId, 0);
  // If this fails, the next call notes it. The outcome of this one is known anyway.
  await note.catch(() => undefined);
  rows.connections.forget(String(connectionId));
}

const replacesFields = (overrides: Readonly<Record<string, string>>): boolean =>
  Object.keys(overrides).length > 0;
