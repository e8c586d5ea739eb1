import type { ConnectionRow } from "../db/connections/connections.ts";

/** How many calls in a row an application must refuse for their credentials: a single response may be odd (decisions D26a). */
export const refusalsToExpire = 3;

/**
 * Whether a refusal says that a connection's credentials have ended. A token that can be renewed ends when its renewal is refused, and is
 * sent old while the provider is down.
 */
export const hasFixedCredentials = ({
  sealedSecrets,
  isTokenRenewable,
}: Pick<ConnectionRow, "sealedSecrets" | "isTokenRenewable">): boolean =>
  sealedSecrets !== null && !isTokenRenewable;

/** Returns what to say of a connection whose credentials its application refuses. Null when it does not, as far as is known. */
export const describeRefusal = ({
  connectionId,
  refusedCalls,
}: Pick<ConnectionRow, "connectionId" | "refusedCalls">): string | null =>
  refusedCalls < refusalsToExpire
    ? null
    : `The application refuses the connection's credentials. Calls are still sent, and one that succeeds makes it active again. Give it new credentials with PATCH /v1/connections/${connectionId}, or by a new sign-in.`;
