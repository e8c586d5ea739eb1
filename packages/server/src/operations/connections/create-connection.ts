import { checkNoProblems, type Problem } from "../../api-error.ts";
import type { ApplicationEntry, AuthenticationEntry } from "../../catalog/company-catalog.ts";
import { requestFirstToken } from "../../connect/tokens/request-first-token.ts";
import { checkFields } from "../../connections/check-fields.ts";
import {
  chooseEnvironment,
  chooseMethod,
  findApplicationOfBody,
  isOAuth,
} from "../../connections/choose-method.ts";
import { listOrigins } from "../../connections/list-origins.ts";
import { sealSecrets } from "../../connections/open-secrets.ts";
import type { Caller } from "../../db/callers.ts";
import { insertConnection, takeConnectionId } from "../../db/connections.ts";
import { loadToolServers } from "../../db/tool-servers.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf, OutputOf } from "../handler.ts";
import { checkCredentials } from "./check-credentials.ts";
import { forgetConnection, readConnection } from "./read-connection.ts";

export async function createConnection(
  deps: Deps,
  caller: Caller,
  { body }: InputOf<"createConnection">,
): Promise<OutputOf<"createConnection">> {
  const application = await findApplicationOfBody(deps.catalog, caller.companyId, body.applicationSlug);
  const method = chooseDirectMethod(application, body.authenticationId);
  const problems: Problem[] = [];
  const environment = chooseEnvironment(application, body.environment, problems);
  const given = checkFields(method.fields, body.fields, problems);
  checkNoProblems(problems);
  const { applicationId } = application;
  const { authenticationId } = method;
  const place = { companyId: caller.companyId, applicationId, authenticationId, method, environment };
  const firstToken = await requestFirstToken(deps, place, given);
  const { open, secret } = firstToken ?? given;
  const connectionId = await takeConnectionId(deps.db.kysely);
  const toolServers = await loadToolServers(deps.db.kysely, applicationId);
  const described = { environments: application.environments, toolServers };
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
  await insertConnection(deps.db.kysely, { ...connection, accountLabel });
  forgetConnection(deps, connection);
  return readConnection(deps, caller, connectionId);
}

const noTokenDates = { tokenDueDate: null, tokenExpiresDate: null, isTokenRenewable: false };

/** Without an id, chooses the only method for direct credentials, or the only method at all: a pasted token may be one of OAuth. */
function chooseDirectMethod(
  application: ApplicationEntry,
  authenticationId: number | null | undefined,
): AuthenticationEntry {
  const isOnly = application.authentications.length === 1;
  return chooseMethod(
    application,
    authenticationId,
    (method) => isOnly || !isOAuth(method),
    "method for direct credentials",
  );
}
