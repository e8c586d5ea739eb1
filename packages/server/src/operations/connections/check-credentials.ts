import { invalidField } from "../../api-error.ts";
import type { ApplicationEntry } from "../../catalog/company-catalog.ts";
import type { ConnectionRow } from "../../db/connections/connections.ts";
import type { Deps } from "../../deps.ts";
import { noTestCall, tryCredentials } from "../../execution/try-credentials.ts";

/** What is known of credentials that were not refused. */
export interface CheckedCredentials {
  /** The label of the account; null when it is not known. */
  accountLabel: string | null;
  /** Why they were not tried; null when they were, or there are none. */
  warning: string | null;
}

/**
 * Tries credentials before they are stored, if the application has a call that tries them (decisions D26). They are accepted when
 * the application cannot be reached.
 *
 * @param draft the connection that would be stored
 * @throws ApiError `VALIDATION_ERROR` at `fields` with the application's message
 */
export async function checkCredentials(
  deps: Deps,
  application: ApplicationEntry,
  draft: ConnectionRow,
): Promise<CheckedCredentials> {
  const trial = await tryCredentials(deps, application, draft);
  if (trial === null) {
    return { accountLabel: null, warning: hasUnprovenCredentials(draft) ? warnUntried(noTestCall) : null };
  }
  if (trial.isSuccess) {
    return { accountLabel: trial.accountLabel, warning: null };
  }
  if (trial.isRefusal) {
    throw invalidField("fields", trial.message);
  }
  return { accountLabel: null, warning: warnUntried(trial.message) };
}

/** Credentials of a client have been tried where its token was requested. */
const hasUnprovenCredentials = ({ sealedSecrets, method }: ConnectionRow): boolean =>
  sealedSecrets !== null && method.type !== "oauth2ClientCredentials";

export const warnUntried = (reason: string): string =>
  `The credentials were stored, but they could not be tried. ${reason}`;
