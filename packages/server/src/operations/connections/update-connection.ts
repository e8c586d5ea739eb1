import { checkNoProblems, notFound, type Problem } from "../../api-error.ts";
import type { ApplicationEntry, CompanyCatalog } from "../../catalog/company-catalog.ts";
import {
  type ConnectionRow,
  loadConnection,
  lockConnection,
  updateConnectionRow,
} from "../../db/connections.ts";
import { inTransaction } from "../../db/in-transaction.ts";
import type { Deps } from "../../deps.ts";
import { openSecrets, secretPurpose } from "../../execution/build-target.ts";
import type { Caller } from "../../identity/caller.ts";
import type { InputOf, OutputOf } from "../handler.ts";
import { checkCredentials } from "./check-credentials.ts";
import { checkFields, type SentFields } from "./check-fields.ts";
import { chooseEnvironment } from "./choose-method.ts";
import { forgetConnection, readConnection } from "./read-connection.ts";
import { sealSecrets } from "./seal-secrets.ts";

export async function updateConnection(
  deps: Deps,
  caller: Caller,
  { resource, body }: InputOf<"updateConnection">,
): Promise<OutputOf<"updateConnection">> {
  const { connectionId } = resource;
  const catalog = await deps.catalog.forCompany(caller.companyId);
  await deps.vault.prepare(caller.companyId);
  const { kysely } = deps.db;
  const accountLabel = await tryChange(deps, catalog, await loadConnection(kysely, connectionId), body);
  await inTransaction(kysely, async (transaction) => {
    // The fields that are not sent stay, so that two updates must not read the same old ones.
    const connection = await lockConnection(transaction, connectionId);
    if (connection === null) {
      throw notFound(`Connection ${connectionId}`);
    }
    const change = await buildChange(deps, findApplication(catalog, connection), connection, body);
    if (Object.keys(change).length > 0) {
      const label = accountLabel === null ? {} : { accountLabel };
      await updateConnectionRow(transaction, connectionId, { ...change, ...label });
    }
  });
  forgetConnection(deps, resource);
  return readConnection(deps, caller, connectionId);
}

type Body = InputOf<"updateConnection">["body"];

/** Before the transaction, since nothing goes to an application inside one. */
async function tryChange(
  deps: Deps,
  catalog: CompanyCatalog,
  connection: ConnectionRow | null,
  body: Body,
): Promise<string | null> {
  if (connection === null || (body.fields == null && body.environment == null)) {
    return null;
  }
  const application = findApplication(catalog, connection);
  const change = await buildChange(deps, application, connection, body);
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

/** @throws ApiError `VALIDATION_ERROR` */
async function buildChange(deps: Deps, application: ApplicationEntry, connection: ConnectionRow, body: Body) {
  const problems: Problem[] = [];
  const environment = chooseEnvironment(application, body.environment, problems);
  const fieldsChange =
    body.fields != null && (await buildFieldsChange(deps, connection, body.fields, problems));
  checkNoProblems(problems);
  return {
    ...(body.name != null && { name: body.name }),
    ...(body.environment != null && { environment }),
    ...fieldsChange,
  };
}

/** New credentials bring a connection back to life. */
async function buildFieldsChange(
  deps: Deps,
  connection: ConnectionRow,
  sent: SentFields,
  problems: Problem[],
) {
  const merged = { ...connection.fields, ...(await openSecrets(deps.vault, connection)), ...sent };
  const { open, secret } = checkFields(connection.method.fields, merged, problems);
  const purpose = secretPurpose(connection.connectionId);
  return {
    fields: open,
    sealedSecrets: await sealSecrets(deps.vault, connection.companyId, purpose, secret),
    status: "active" as const,
    statusReason: null,
  };
}
