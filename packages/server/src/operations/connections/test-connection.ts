import { hiddenReason, isHidden } from "../../catalog/is-hidden.ts";
import { findStopReason } from "../../connections/find-origin-change.ts";
import { openSecrets } from "../../connections/open-secrets.ts";
import { hasFixedCredentials, refusalsToExpire } from "../../connections/refused-credentials.ts";
import { setRefusedCalls } from "../../db/connections/refused-calls.ts";
import { updateConnectionRow } from "../../db/connections/write-connections.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import { noTestCall, tryCredentials } from "../../execution/try-credentials.ts";
import type { InputOf, OutputOf } from "../handler.ts";

/** If no call tries the credentials, checks only that the secrets can be decrypted. */
export async function testConnection(
  deps: Deps,
  caller: Caller,
  { resource: connection }: InputOf<"testConnection">,
): Promise<OutputOf<"testConnection">> {
  const { connectionId, applicationId, accountLabel } = connection;
  const catalog = await deps.catalog.forCompany(caller.companyId);
  const application = catalog.findApplicationById(applicationId);
  if (application !== undefined && isHidden(catalog, application)) {
    return { isSuccess: false, message: hiddenReason, accountLabel };
  }
  const trial = application === undefined ? null : await tryCredentials(deps, application, connection);
  const stopReason = application === undefined ? null : findStopReason(connection, application);
  if (stopReason !== null) {
    return { isSuccess: false, message: stopReason, accountLabel };
  }
  if (trial === null) {
    await openSecrets(deps.vault, connection);
    return { isSuccess: null, message: noTestCall, accountLabel };
  }
  const { isSuccess, message } = trial;
  if (hasFixedCredentials(connection) && (trial.isSuccess || trial.isRefusal)) {
    await setRefusedCalls(deps.db.kysely, connectionId, trial.isSuccess ? 0 : refusalsToExpire);
  }
  const label = trial.isSuccess ? (trial.accountLabel ?? accountLabel) : accountLabel;
  if (label !== accountLabel) {
    await updateConnectionRow(deps.db.kysely, connectionId, { accountLabel: label });
  }
  return { isSuccess, message, accountLabel: label };
}
