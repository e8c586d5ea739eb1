import { invalidField } from "../../api-error.ts";
import type { ApplicationEntry } from "../../catalog/company-catalog.ts";
import type { ConnectionRow } from "../../db/connections.ts";
import type { Deps } from "../../deps.ts";
import { tryCredentials } from "../../execution/try-credentials.ts";

/**
 * Tries credentials that are about to be stored, where the application names a call for it (decisions D26). An application that
 * cannot be asked just now refuses nothing.
 *
 * @param draft the connection as it will be
 * @returns whose account it is; null when that is not known
 * @throws ApiError `VALIDATION_ERROR` at `fields` with the application's own words
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
