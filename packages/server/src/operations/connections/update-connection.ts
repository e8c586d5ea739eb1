import type { CatalogAuthentication } from "@bowline/catalog";
import { checkNoProblems, notFound, type Problem } from "../../api-error.ts";
import type { ApplicationEntry, CompanyCatalog } from "../../catalog/company-catalog.ts";
import { checkFields, type SentFields } from "../../connections/check-fields.ts";
import { chooseEnvironment } from "../../connections/choose-method.ts";
import { tokenField } from "../../connections/connection-secrets.ts";
import { openSecrets, secretPurpose } from "../../connections/open-secrets.ts";
import { sealSecrets } from "../../connections/seal-secrets.ts";
import type { Caller } from "../../db/callers.ts";
import {
  type ConnectionRow,
  loadConnection,
  lockConnection,
  type TokenDates,
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
    body.fields != null && (await buildFieldsChange(deps, application, connection, body.fields, problems));
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
  application: ApplicationEntry,
  connection: ConnectionRow,
  sent: SentFields,
  problems: Problem[],
) {
  const { connectionId, companyId, authenticationId } = connection;
  // What is asked for also depends on the address that an Admin set.
  const offered = application.authentications.find((one) => one.authenticationId === authenticationId);
  const method = offered ?? connection.method;
  const stored = partDeclared(method, connection.fields);
  const sealed = partDeclared(method, await openSecrets(deps.vault, connection));
  const { open, secret } = checkFields(
    method.fields,
    { ...stored.declared, ...sealed.declared, ...sent },
    problems,
  );
  const tokenDates = planAfterChange(deps, connection, sent);
  // A token that is pasted is not the one that the refresh token belongs to.
  const others = tokenDates === null ? sealed.others : {};
  const secrets = { ...others, ...secret };
  return {
    fields: { ...stored.others, ...open },
    sealedSecrets: await sealSecrets(deps.vault, companyId, secretPurpose(connectionId), secrets),
    status: "active" as const,
    statusReason: null,
    ...(tokenDates !== null && { ...tokenDates, tokenVersion: connection.tokenVersion + 1 }),
  };
}

/** Parts the method's own fields from what signing in brought beside them, such as a refresh token. */
function partDeclared(method: CatalogAuthentication, values: Readonly<Record<string, string>>) {
  const names = new Set(method.fields.map((field) => field.fieldName));
  const entries = Object.entries(values);
  return {
    declared: Object.fromEntries(entries.filter(([name]) => names.has(name))),
    others: Object.fromEntries(entries.filter(([name]) => !names.has(name))),
  };
}

/** Null: the token stays what it is. */
function planAfterChange(deps: Deps, { method }: ConnectionRow, sent: SentFields): TokenDates | null {
  if (Object.hasOwn(sent, tokenField)) {
    return { tokenDueDate: null, tokenExpiresDate: null, isTokenRenewable: false };
  }
  if (method.type !== "oauth2ClientCredentials") {
    return null;
  }
  const now = new Date(deps.clock());
  return { tokenDueDate: now, tokenExpiresDate: now, isTokenRenewable: true };
}
