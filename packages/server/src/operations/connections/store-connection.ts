import type { Transaction } from "kysely";
import { checkNoProblems, type Problem } from "../../api-error.ts";
import type { ApplicationEntry, AuthenticationEntry } from "../../catalog/company-catalog.ts";
import { type FirstToken, requestFirstToken } from "../../connect/tokens/request-first-token.ts";
import { checkCertificate } from "../../connections/check-certificate.ts";
import { type CheckedFields, checkFields } from "../../connections/check-fields.ts";
import { checkUsable } from "../../connections/check-usable.ts";
import { chooseEnvironment } from "../../connections/choose-environment.ts";
import { asksForNothing, chooseMethod, isOAuth } from "../../connections/choose-method.ts";
import { tokenField } from "../../connections/connection-secrets.ts";
import { draftConnection } from "../../connections/draft-connection.ts";
import { findApplicationOfBody } from "../../connections/find-application-of-body.ts";
import { listOrigins } from "../../connections/list-origins.ts";
import { sealSecrets } from "../../connections/open-secrets.ts";
import { sealLoneUserName } from "../../connections/seal-lone-user-name.ts";
import { startFirstReading } from "../../connections/start-refresh.ts";
import { loadToolServers } from "../../db/catalog/tool-servers.ts";
import {
  insertConnectionRow,
  type NewConnection,
  takeConnectionId,
} from "../../db/connections/write-connections.ts";
import { inTransaction } from "../../db/in-transaction.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { Schema } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf } from "../handler.ts";
import { checkCredentials, warnUntried } from "./check-credentials.ts";

type NewConnectionBody = InputOf<"createConnection">["body"];
type Owner = Pick<Caller, "companyId" | "accountUserId">;

/** A connection that was stored, or changed. */
export interface StoredConnection {
  connectionId: number;
  /** Why its credentials were not tried, in one to three sentences. Null: they were, or there are none. */
  warning: string | null;
}

/**
 * Checks the fields of a new connection, tries its credentials, and stores it.
 *
 * @param confirm runs in the transaction that stores it. Nothing is stored when it throws.
 * @throws ApiError `VALIDATION_ERROR`, `CONFLICT`
 */
export async function storeConnection(
  deps: Deps,
  owner: Owner,
  body: NewConnectionBody,
  confirm: (transaction: Transaction<Schema>, connectionId: number) => Promise<void> = async () => undefined,
): Promise<StoredConnection> {
  const checked = await checkRequest(deps, owner, body);
  const { application, method, environment, given, toolServers } = checked;
  const { companyId } = owner;
  const { applicationId } = application;
  const { authenticationId } = method;
  const place = { companyId, applicationId, authenticationId, method, environment };
  const firstToken = await requestFirstToken(deps, place, given);
  const connection = await buildConnection(deps, owner, body, checked, firstToken);
  const draft = draftConnection({ ...connection, companyId, application, method, toolServers }, deps.clock());
  const { accountLabel, warning } =
    firstToken?.problem == null
      ? await checkCredentials(deps, application, draft)
      : { accountLabel: null, warning: warnUntried(firstToken.problem) };
  const { connectionId } = connection;
  await inTransaction(deps.db.kysely, async (transaction) => {
    await insertConnectionRow(transaction, { ...connection, accountLabel });
    await startFirstReading(deps.jobs, transaction, { connectionId, applicationId, companyId });
    await confirm(transaction, connectionId);
  });
  return { connectionId, warning };
}

/** What a request chooses of an application, and its fields. */
interface CheckedRequest {
  application: ApplicationEntry;
  method: AuthenticationEntry;
  environment: string;
  given: CheckedFields;
  toolServers: string[];
}

async function checkRequest(deps: Deps, owner: Owner, body: NewConnectionBody): Promise<CheckedRequest> {
  const application = await findApplicationOfBody(deps.catalog, owner.companyId, body.applicationSlug);
  const method = chooseDirectMethod(application, body);
  const problems: Problem[] = [];
  const environment = chooseEnvironment(application, method, body.environment, problems);
  const given = sealLoneUserName(method, checkFields(method.fields, body.fields, problems));
  const values = { ...given.open, ...given.secret };
  checkCertificate(method, values, problems);
  requireToken(method, given, problems);
  const toolServers = await loadToolServers(deps.db.kysely, application.applicationId);
  const { environments } = application;
  checkUsable({ environments, toolServers }, method, environment, values, problems);
  checkNoProblems(problems);
  return { application, method, environment, given, toolServers };
}

/** A sign-in makes a connection of its own. One without a token opens nothing, and looks as if it did. */
function requireToken(
  { type, fields }: AuthenticationEntry,
  { secret }: CheckedFields,
  problems: Problem[],
): void {
  const takesToken = type === "oauth2" && fields.some(({ fieldName }) => fieldName === tokenField);
  if (takesToken && secret[tokenField] === undefined) {
    problems.push({
      field: `fields.${tokenField}`,
      issue:
        "Is required here. To sign in instead, send a person to the address that POST /v1/connections/ConnectLink returns.",
    });
  }
}

/** Builds the row, with its secrets sealed to where they may go now. */
async function buildConnection(
  deps: Deps,
  { companyId, accountUserId }: Owner,
  body: NewConnectionBody,
  { application, method, environment, given, toolServers }: CheckedRequest,
  firstToken: FirstToken | null,
): Promise<NewConnection> {
  const { applicationId, environments } = application;
  const { open, secret } = firstToken ?? given;
  const origins = listOrigins({ environments, toolServers }, method, environment, open, secret);
  const connectionId = await takeConnectionId(deps.db.kysely);
  return {
    connectionId,
    accountUserId,
    applicationId,
    authenticationId: method.authenticationId,
    name: body.name ?? application.name,
    environment,
    accountLabel: null,
    fields: open,
    ...(await sealSecrets(deps.vault, { companyId, connectionId }, origins, secret)),
    isDefault: body.isDefault ?? false,
    ...(firstToken !== null && { tokenDates: firstToken.tokenDates }),
  };
}

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
