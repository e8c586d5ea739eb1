import { notRenewable } from "../connect/tokens/renew-token.ts";
import {
  type DescribedApplication,
  findCallOriginChange,
  findStopReason,
} from "../connections/find-origin-change.ts";
import type { ConnectionRow } from "../db/connections/connections.ts";
import { buildFailure } from "../runtimes/build-failure.ts";
import type { Failure } from "../runtimes/outcome.ts";
import type { PreparedCall } from "../runtimes/runtime.ts";
import { maskText } from "../runtimes/secret-texts.ts";
import type { ExecutionParts } from "./execution-parts.ts";

/**
 * Finds what is certain to keep a call from being sent, without asking the application or its provider. Null when nothing is. A token
 * that is due may still be renewed.
 */
export function findRefusal(
  parts: Pick<ExecutionParts, "clock">,
  connection: ConnectionRow | null,
  application: DescribedApplication,
  call: Pick<PreparedCall, "destination" | "secretTexts" | "findRefusal">,
): Failure | null {
  const refusal = connection && findOwnRefusal(parts, connection, application, call);
  if (refusal !== null) {
    return refusal;
  }
  const refused = call.findRefusal?.() ?? null;
  return refused === null ? null : buildFailure("downstreamUnavailable", refused);
}

/** What the connection itself refuses. */
function findOwnRefusal(
  parts: Pick<ExecutionParts, "clock">,
  connection: ConnectionRow,
  application: DescribedApplication,
  call: Pick<PreparedCall, "destination" | "secretTexts">,
): Failure | null {
  const stop = findStop(connection, application, call);
  if (stop !== null) {
    return stop;
  }
  if (isTokenDue(parts, connection) && !connection.isTokenRenewable) {
    return buildFailure("authorizationExpired", notRenewable);
  }
  return findMove(connection, application, call);
}

/** Finds whether the call would go to an address that the secrets were not entered for. A secret in an address is masked. */
export function findMove(
  connection: ConnectionRow,
  application: DescribedApplication,
  { destination, secretTexts }: Pick<PreparedCall, "destination" | "secretTexts">,
): Failure | null {
  const moved = findCallOriginChange(connection, application, destination, secretTexts);
  return moved === null ? null : buildFailure("originChanged", maskText(moved, secretTexts));
}

/** Finds why nothing is sent through a connection any more, whatever the call. */
export function findStop(
  connection: ConnectionRow,
  application: DescribedApplication,
  { secretTexts }: Pick<PreparedCall, "secretTexts">,
): Failure | null {
  const moved = findStopReason(connection, application);
  if (moved !== null) {
    return buildFailure("originChanged", maskText(moved, secretTexts));
  }
  const { status, statusReason } = connection;
  return status === "expired" || status === "revoked"
    ? buildFailure(
        "authorizationExpired",
        statusReason ?? `The connection is ${status}: give it new credentials.`,
      )
    : null;
}

export const isTokenDue = (
  { clock }: Pick<ExecutionParts, "clock">,
  { tokenDueDate }: ConnectionRow,
): boolean => tokenDueDate !== null && tokenDueDate.getTime() <= clock();
