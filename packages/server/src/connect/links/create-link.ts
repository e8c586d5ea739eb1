import { checkNoProblems, invalidField, type Problem } from "../../api-error.ts";
import type { Catalog } from "../../catalog/catalog.ts";
import { chooseEnvironment } from "../../connections/choose-environment.ts";
import { chooseMethod, needsNoAccount } from "../../connections/choose-method.ts";
import { findApplicationOfBody } from "../../connections/find-application-of-body.ts";
import { insertConnectLink } from "../../db/connections/connect-links.ts";
import type { ConnectionRow } from "../../db/connections/connections.ts";
import type { Database } from "../../db/open-database.ts";
import type { Caller } from "../../db/people/callers.ts";
import { createToken, hashToken } from "../../identity/token.ts";
import { loadConnectionToRenew } from "../load-connection-to-renew.ts";
import { checkReturnUrl } from "./check-return-url.ts";
import { buildConnectUrl, linkMinutes } from "./link-token.ts";

/** What a link may only be used for. A member that is null or left out is for the person to choose. */
export interface WantedLink {
  applicationSlug: string;
  authenticationId?: number | null | undefined;
  environment?: string | null | undefined;
  /** Default: the application's name. */
  name?: string | null | undefined;
  isDefault?: boolean | null | undefined;
  returnUrl?: string | null | undefined;
  /** The connection to renew. Default: a new one is made. */
  connectionId?: number | null | undefined;
}

/** A link to a page where a person connects an account for its owner. */
export interface CreatedLink {
  connectUrl: string;
  /** For `GET /v1/connections/SignInResult`. */
  state: string;
  expiresDate: Date;
}

/** The parts of the server that creating a link uses. */
export interface LinkParts {
  config: { baseUrl: string; returnUrls: readonly string[] };
  db: Pick<Database, "kysely">;
  catalog: Catalog;
}

/**
 * Creates a connect link (decisions D51). It works once, for ten minutes, and gives the connection to `owner` only. Whoever has the
 * link can use it, so it is returned to the owner and kept nowhere (decisions D79).
 *
 * @throws ApiError `VALIDATION_ERROR`
 */
export async function createLink(
  { config, db, catalog }: LinkParts,
  owner: Pick<Caller, "companyId" | "accountUserId">,
  wanted: WantedLink,
): Promise<CreatedLink> {
  const application = await findApplicationOfBody(catalog, owner.companyId, wanted.applicationSlug);
  if (needsNoAccount(application)) {
    throw invalidField("applicationSlug", `Application "${application.slug}" needs no connection.`);
  }
  const renewed =
    wanted.connectionId == null
      ? null
      : await loadConnectionToRenew(db.kysely, owner, application, wanted.connectionId);
  const problems: Problem[] = [];
  if (renewed !== null) {
    checkRenewed(renewed, wanted, problems);
  }
  const method =
    renewed !== null || wanted.authenticationId == null
      ? null
      : chooseMethod(application, wanted.authenticationId, () => true, "method");
  chooseEnvironment(application, method, wanted.environment, problems);
  checkNoProblems(problems);
  const state = createToken();
  const returnUrl = wanted.returnUrl == null ? null : checkReturnUrl(wanted.returnUrl, config);
  returnUrl?.searchParams.set("state", state);
  const token = createToken();
  const expiresDate = await insertConnectLink(db.kysely, {
    linkHash: hashToken(token),
    stateHash: hashToken(state),
    accountUserId: owner.accountUserId,
    applicationId: application.applicationId,
    authenticationId: renewed?.authenticationId ?? wanted.authenticationId ?? null,
    environment: renewed?.environment ?? wanted.environment ?? null,
    renewedConnectionId: renewed?.connectionId ?? null,
    name: wanted.name ?? null,
    isDefault: wanted.isDefault ?? null,
    returnUrl: returnUrl?.href ?? null,
    minutes: linkMinutes,
  });
  return { connectUrl: buildConnectUrl(config.baseUrl, token), state, expiresDate };
}

/** A connection keeps its method and environment. */
function checkRenewed(
  { connectionId, authenticationId, environment, status, statusReason }: ConnectionRow,
  wanted: WantedLink,
  problems: Problem[],
): void {
  // Its environment has gone, so that the page could offer none.
  if (status === "error") {
    problems.push({ field: "connectionId", issue: statusReason ?? "Has an error." });
  }
  if (wanted.authenticationId != null && wanted.authenticationId !== authenticationId) {
    const issue = `Connection ${connectionId} uses authentication method ${authenticationId}.`;
    problems.push({ field: "authenticationId", issue });
  }
  if (wanted.environment != null && wanted.environment !== environment) {
    problems.push({ field: "environment", issue: `Connection ${connectionId} uses "${environment}".` });
  }
}
