import { openSecrets } from "../../connections/open-secrets.ts";
import type { DeletedConnection } from "../../db/connections/delete-connections.ts";
import { prepareDescribedCall, type RevocationParts } from "../provider/provider-call.ts";
import type { ProviderError } from "../provider/provider-error.ts";
import type { RevocationQueue } from "./revocation-queue.ts";
import { revokeTokens } from "./revoke-tokens.ts";

/** Whether a connection had tokens issued to this server. A pasted token may be in use elsewhere, and is not revoked. */
export const hasIssuedTokens = ({
  tokenVersion,
  sealedSecrets,
}: Pick<DeletedConnection, "tokenVersion" | "sealedSecrets">): boolean =>
  tokenVersion > 0 && sealedSecrets !== null;

/**
 * Revokes the tokens of a deleted connection. They and its client go only to the addresses that they were entered for (decisions D73,
 * D74). Revoking them twice is harmless (RFC 7009 §2.2).
 *
 * @returns null when the provider has revoked them, else the reason why not
 */
export async function revokeDeleted(
  parts: RevocationParts,
  deleted: DeletedConnection,
): Promise<ProviderError | null> {
  const secrets = await openSecrets(parts.vault, deleted);
  return revokeTokens(() => prepareDescribedCall(parts, deleted, secrets), secrets);
}

/** When a job may begin whose tokens are revoked at once: longer than that takes. It is for a server that stops meanwhile. */
export const afterRevokingNowSeconds = 120;

/**
 * Revokes tokens for which a job was added, and ends the job unless the provider may revoke them later.
 *
 * @param jobIds empty: the provider cannot revoke
 */
export async function revokeNow(
  parts: RevocationParts & { jobs: RevocationQueue },
  deleted: DeletedConnection,
  jobIds: readonly string[],
): Promise<{ problem: ProviderError | null; isTriedAgain: boolean }> {
  const problem = await revokeDeleted(parts, deleted);
  const isTriedAgain = mayRevokeLater(problem) && jobIds.length > 0;
  if (!isTriedAgain) {
    await parts.jobs.endRevocations(jobIds);
  }
  return { problem, isTriedAgain };
}

/** Whether the provider may revoke the tokens at another try. */
export const mayRevokeLater = (problem: ProviderError | null): boolean =>
  problem !== null && problem.kind !== "refused";
