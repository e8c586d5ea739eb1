import { notFound } from "../../api-error.ts";
import type { ApplicationEntry, CompanyCatalog } from "../../catalog/company-catalog.ts";
import { buildChange } from "../../connections/build-change.ts";
import type { Caller } from "../../db/callers.ts";
import {
  type ConnectionRow,
  loadConnection,
  lockConnection,
  updateConnectionRow,
} from "../../db/connections.ts";
import { inTransaction } from "../../db/in-transaction.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf, OutputOf } from "../handler.ts";
import { checkCredentials } from "./check-credentials.ts";
import { forgetConnection, readConnection } from "./read-connection.ts";

export async function updateConnection(
  deps: Deps,
  caller: Caller,
  { resource, body }: InputOf<"updateConnection">,
): Promise<OutputOf<"updateConnection">> {
  const { connectionId } = resource;
  const { kysely } = deps.db;
  const catalog = await deps.catalog.forCompany(caller.companyId);
  await deps.vault.prepare(caller.companyId);
  const now = new Date(deps.clock());
  const accountLabel = await tryCredentials(
    deps,
    catalog,
    await loadConnection(kysely, connectionId),
    body,
    now,
  );
  await inTransaction(kysely, async (transaction) => {
    // Fields that are not sent stay as they are. The lock keeps two updates from reading the same old ones.
    const connection = await lockConnection(transaction, connectionId);
    if (connection === null) {
      throw notFound(`Connection ${connectionId}`);
    }
    const application = findApplication(catalog, connection);
    const change = await buildChange(deps.vault, now, application, connection, body);
    if (Object.keys(change).length > 0) {
      const label = accountLabel === null ? {} : { accountLabel };
      await updateConnectionRow(transaction, connectionId, { ...change, ...label });
    }
  });
  forgetConnection(deps, resource);
  return readConnection(deps, caller, connectionId);
}

/** Tries changed credentials at the application, which must not happen inside a transaction. Returns the account's label. */
async function tryCredentials(
  deps: Deps,
  catalog: CompanyCatalog,
  connection: ConnectionRow | null,
  body: InputOf<"updateConnection">["body"],
  now: Date,
): Promise<string | null> {
  const hasNewCredentials = body.fields != null || body.environment != null || body.confirmOrigins === true;
  if (connection === null || !hasNewCredentials) {
    return null;
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
