import type { Transaction } from "kysely";
import { checkNoProblems, type Problem } from "../../api-error.ts";
import type { ApplicationEntry, AuthenticationEntry } from "../../catalog/company-catalog.ts";
import { requestFirstToken } from "../../connect/tokens/request-first-token.ts";
import { checkCertificate } from "../../connections/check-certificate.ts";
import { checkFields } from "../../connections/check-fields.ts";
import { checkUsable } from "../../connections/check-usable.ts";
import {
  asksForNothing,
  chooseEnvironment,
  chooseMethod,
  findApplicationOfBody,
  isOAuth,
} from "../../connections/choose-method.ts";
import { listOrigins } from "../../connections/list-origins.ts";
import { sealSecrets } from "../../connections/open-secrets.ts";
import { sealLoneUserName } from "../../connections/seal-lone-user-name.ts";
import { startFirstReading } from "../../connections/start-refresh.ts";
import { loadToolServers } from "../../db/catalog/tool-servers.ts";
import { insertConnectionRow, takeConnectionId } from "../../db/connections/write-connections.ts";
import { inTransaction } from "../../db/in-transaction.ts";
import type { Caller } from "../../db/people/callers.ts";
import { forgetConnectionRow } from "../../db/rows.ts";
import type { Schema } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf } from "../handler.ts";
import { checkCredentials } from "./check-credentials.ts";

/**
 * Checks the fields of a new connection, tries its credentials, and stores it.
 *
 * @param confirm runs in the transaction that stores it. Nothing is stored when it throws.
 * @returns the connection's id
 * @throws ApiError `VALIDATION_ERROR`, `CONFLICT`
 */
export async function storeConnection(
  deps: Deps,
  caller: Pick<Caller, "companyId" | "accountUserId">,
  body: InputOf<"createConnection">["body"],
  confirm: (transaction: Transaction<Schema>, connectionId: number) => Promise<void> = async () => undefined,
): Promise<number> {
  const application = await findApplicationOfBody(deps.catalog, caller.companyId, body.applicationSlug);
  const method = chooseDirectMethod(application, body);
  const problems: Problem[] = [];
  const environment = chooseEnvironment(application, method, body.environment, problems);
  const given = sealLoneUserName(method, checkFields(method.fields, body.fields, problems));
  checkCertificate(method, { ...given.open, ...given.secret }, problems);
  const { applicationId } = application;
  const toolServers = await loadToolServers(deps.db.kysely, applicationId);
  const described = { environments: application.environments, toolServers };
  checkUsable(described, method, environment, { ...given.open, ...given.secret }, problems);
  checkNoProblems(problems);
  const { authenticationId } = method;
  const place = { companyId: caller.companyId, applicationId, authenticationId, method, environment };
  const firstToken = await requestFirstToken(deps, place, given);
  const { open, secret } = firstToken ?? given;
  const connectionId = await takeConnectionId(deps.db.kysely);
  const origins = listOrigins(described, method, environment, { ...open, ...secret });
  const sealed = { companyId: caller.companyId, connectionId };
  const connection = {
    connectionId,
    accountUserId: caller.accountUserId,
    applicationId,
    authenticationId,
    name: body.name ?? application.name,
    environment,
    accountLabel: null,
    fields: open,
    ...(await sealSecrets(deps.vault, sealed, origins, secret)),
    isDefault: body.isDefault ?? false,
    ...(firstToken !== null && { tokenDates: firstToken.tokenDates }),
  };
  const accountLabel = await checkCredentials(deps, application, {
    ...connection,
    companyId: caller.companyId,
    method,
    toolServers,
    status: "active",
    statusReason: null,
    createdDate: new Date(deps.clock()),
    updatedDate: null,
    lastUsedDate: null,
    ...noTokenDates,
    tokenVersion: 0,
  });
  await inTransaction(deps.db.kysely, async (transaction) => {
    await insertConnectionRow(transaction, { ...connection, accountLabel });
    await startFirstReading(deps.jobs, transaction, {
      connectionId,
      applicationId,
      companyId: caller.companyId,
    });
    await confirm(transaction, connectionId);
  });
  forgetConnectionRow(deps.rows, connection);
  return connectionId;
}

const noTokenDates = { tokenDueDate: null, tokenExpiresDate: null, isTokenRenewable: false };

/**
 * Without an id, chooses the only method for direct credentials, or the only method at all: a pasted token may be one of OAuth. The
 * method that asks for nothing is chosen when nothing is given.
 */
function chooseDirectMethod(
  application: ApplicationEntry,
  { authenticationId, fields }: Pick<InputOf<"createConnection">["body"], "authenticationId" | "fields">,
): AuthenticationEntry {
  const { authentications } = application;
  const none = authentications.find(asksForNothing);
  const others = authentications.filter((method) => method !== none);
  const isNone = others.length === 0 || Object.keys(fields).length === 0;
  if (none !== undefined && isNone && authenticationId == null) {
    return none;
  }
  return chooseMethod(
    application,
    authenticationId,
    (method) => others.includes(method) && (others.length === 1 || !isOAuth(method)),
    "method for direct credentials",
  );
}
