import type { Transaction } from "kysely";
import { notFound } from "../../api-error.ts";
import type { ApplicationEntry, CompanyCatalog } from "../../catalog/company-catalog.ts";
import { buildChange, changesAccess } from "../../connections/build-change.ts";
import { refreshForAccount, startFirstReading } from "../../connections/start-refresh.ts";
import { type ConnectionRow, loadConnection, lockConnection } from "../../db/connections/connections.ts";
import { updateConnectionRow } from "../../db/connections/write-connections.ts";
import { inTransaction } from "../../db/in-transaction.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { Schema } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf } from "../handler.ts";
import { type CheckedCredentials, checkCredentials } from "./check-credentials.ts";
import type { StoredConnection } from "./store-connection.ts";

/**
 * Checks changed fields of a connection, tries the credentials, and stores them.
 *
 * @param confirm runs in the transaction that stores them. Nothing is stored when it throws.
 * @throws ApiError `VALIDATION_ERROR`; `NOT_FOUND` when the connection was deleted meanwhile
 */
export async function changeConnection(
  deps: Deps,
  owner: Pick<Caller, "companyId" | "accountUserId">,
  connectionId: number,
  body: InputOf<"updateConnection">["body"],
  confirm: (transaction: Transaction<Schema>, connection: ConnectionRow) => Promise<void> = async () =>
    undefined,
): Promise<StoredConnection> {
  const { kysely } = deps.db;
  const catalog = await deps.catalog.forCompany(owner.companyId);
  await deps.vault.prepare(owner.companyId);
  const now = new Date(deps.clock());
  const { accountLabel, warning } = await tryChanged(
    deps,
    catalog,
    await loadConnection(kysely, connectionId),
    body,
    now,
  );
  await inTransaction(kysely, async (transaction) => {
    // Fields that are not sent stay as they are. The lock keeps two updates from reading the same old ones.
    const connection = await lockConnection(transaction, connectionId);
    if (connection === null || connection.accountUserId !== owner.accountUserId) {
      throw notFound(`Connection ${connectionId}`);
    }
    const application = findApplication(catalog, connection);
    const change = await buildChange(deps.vault, now, application, connection, body);
    if (Object.keys(change).length > 0) {
      const label = accountLabel === null ? {} : { accountLabel };
      await updateConnectionRow(transaction, connectionId, { ...change, ...label });
    }
    if (changesAccess(body)) {
      const { environment } = { ...connection, ...change };
      await refreshForAccount(deps.jobs, transaction, connection, { accountLabel, environment });
      await startFirstReading(deps.jobs, transaction, connection);
    }
    await confirm(transaction, connection);
  });
  return { connectionId, warning };
}

/** Tries changed credentials at the application, which must not happen inside a transaction. */
async function tryChanged(
  deps: Deps,
  catalog: CompanyCatalog,
  connection: ConnectionRow | null,
  body: InputOf<"updateConnection">["body"],
  now: Date,
): Promise<CheckedCredentials> {
  if (connection === null || !changesAccess(body)) {
    return { accountLabel: null, warning: null };
  }
  const application = findApplication(catalog, connection);
  const change = await buildChange(deps.vault, now, application, connection, body);
  return checkCredentials(deps, application, { ...connection, ...change });
}

function findApplication(
  catalog: CompanyCatalog,
  { connectionId, applicationId }: ConnectionRow,
): ApplicationEntry {
  const application = catalog.findApplicationById(applicationId);
  if (application === undefined) {
    throw notFound(`Connection ${connectionId}`);
  }
  return application;
}
