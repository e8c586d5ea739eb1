import { invalidField } from "../../api-error.ts";
import type { ApplicationEntry } from "../../catalog/company-catalog.ts";
import type { ConnectionRow } from "../../db/connections/connections.ts";
import type { Deps } from "../../deps.ts";
import { tryCredentials } from "../../execution/try-credentials.ts";

/**
 * Tries credentials before they are stored, if the application defines a call for it (decisions D26). They are accepted when the
 * application cannot be reached.
 *
 * @param draft the connection that would be stored
 * @returns the label of the account; null when it is not known
 * @throws ApiError `VALIDATION_ERROR` at `fields` with the application's message
 */
export async function checkCredentials(
  deps: Deps,
  application: ApplicationEntry,
  draft: ConnectionRow,
): Promise<string | null> {
  const trial = await tryCredentials(deps, application, draft);
  if (trial === null) {
    return null;
  }
  if (!trial.isSuccess && trial.isRefusal) {
    throw invalidField("fields", trial.message);
  }
  return trial.isSuccess ? trial.accountLabel : null;
}
