import { checkNoProblems, notFound, type Problem } from "../../api-error.ts";
import { type ConnectionRow, lockConnection, updateConnectionRow } from "../../db/connections.ts";
import { inTransaction } from "../../db/in-transaction.ts";
import type { Deps } from "../../deps.ts";
import { openSecrets, secretPurpose } from "../../execution/build-target.ts";
import type { Caller } from "../../identity/caller.ts";
import type { InputOf, OutputOf } from "../handler.ts";
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
  await inTransaction(deps.db.kysely, async (transaction) => {
    // The fields that are not sent stay, so that two updates must not read the same old ones.
    const connection = await lockConnection(transaction, connectionId);
    const application = connection && catalog.findApplicationById(connection.applicationId);
    if (!connection || !application) {
      throw notFound(`Connection ${connectionId}`);
    }
    const problems: Problem[] = [];
    const environment = chooseEnvironment(application, body.environment, problems);
    const fieldsChange =
      body.fields != null && (await buildFieldsChange(deps, connection, body.fields, problems));
    checkNoProblems(problems);
    const change = {
      ...(body.name != null && { name: body.name }),
      ...(body.environment != null && { environment }),
      ...fieldsChange,
    };
    if (Object.keys(change).length > 0) {
      await updateConnectionRow(transaction, connectionId, change);
    }
  });
  forgetConnection(deps, resource);
  return readConnection(deps, caller, connectionId);
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
