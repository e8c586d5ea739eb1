import { checkNoProblems, invalidField, type Problem } from "../../api-error.ts";
import type { ApplicationEntry, AuthenticationEntry } from "../../catalog/company-catalog.ts";
import { checkReturnUrl } from "../../connect/links/check-return-url.ts";
import { loadConnectionToRenew } from "../../connect/load-connection-to-renew.ts";
import { listAddressFields } from "../../connect/provider/provider.ts";
import { beginSignIn } from "../../connect/sign-in/begin-sign-in.ts";
import { checkFields } from "../../connections/check-fields.ts";
import { checkUsable } from "../../connections/check-usable.ts";
import { chooseEnvironment } from "../../connections/choose-environment.ts";
import { chooseMethod } from "../../connections/choose-method.ts";
import { findApplicationOfBody } from "../../connections/find-application-of-body.ts";
import type { ConnectionRow } from "../../db/connections/connections.ts";
import type { Caller } from "../../db/people/callers.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf } from "../handler.ts";

/**
 * Checks what a sign-in needs, and begins it.
 *
 * @param linkHash the connect link that it is begun from; null: none
 * @throws ApiError `VALIDATION_ERROR`, `FORBIDDEN`, `CONFLICT`
 */
export async function requestSignIn(
  deps: Deps,
  caller: Pick<Caller, "companyId" | "accountUserId">,
  body: InputOf<"getSignInUrl">["body"],
  linkHash: Buffer | null = null,
): Promise<{ signInUrl: string; state: string }> {
  const application = await findApplicationOfBody(deps.catalog, caller.companyId, body.applicationSlug);
  const renewed =
    body.connectionId == null
      ? null
      : await loadConnectionToRenew(deps.db.kysely, caller, application, body.connectionId);
  const authenticationId = body.authenticationId ?? renewed?.authenticationId;
  const method = chooseMethod(application, authenticationId, isSignIn, "OAuth method");
  checkSignIn(method, renewed);
  const { environment, open } = checkRequest(application, method, renewed, body, linkHash !== null);
  return beginSignIn(deps, {
    accountUserId: caller.accountUserId,
    companyId: caller.companyId,
    application,
    authenticationId: method.authenticationId,
    method,
    environment,
    fields: open,
    connectionId: renewed?.connectionId ?? null,
    name: body.name ?? null,
    isDefault: body.isDefault ?? false,
    linkHash,
    returnUrl: body.returnUrl == null ? null : checkReturnUrl(body.returnUrl, deps.config),
    keepsAccount: false,
  });
}

/** Checks the environment and the fields that are not secret. @throws ApiError `VALIDATION_ERROR` */
function checkRequest(
  application: ApplicationEntry,
  method: AuthenticationEntry,
  renewed: ConnectionRow | null,
  body: InputOf<"getSignInUrl">["body"],
  isFromLink: boolean,
): { environment: string; open: Record<string, string> } {
  const problems: Problem[] = [];
  const wanted = body.environment ?? renewed?.environment;
  const environment = chooseEnvironment(application, method, wanted, problems);
  if (renewed?.status === "error" && (body.environment == null || isFromLink)) {
    problems.splice(0, problems.length, {
      field: "environment",
      issue: renewed.statusReason ?? "Is required.",
    });
  }
  const openFields = method.fields.filter((field) => !field.secret);
  const known = Object.fromEntries(
    openFields.flatMap(({ fieldName }) => {
      const value = renewed?.fields[fieldName];
      return value === undefined ? [] : [[fieldName, value]];
    }),
  );
  const { open } = checkFields(openFields, { ...known, ...body.fields }, problems);
  const { environments } = application;
  checkUsable({ environments, toolServers: [] }, method, environment, open, problems);
  requireAddressFields(method, environment, open, problems);
  checkNoProblems(problems);
  return { environment, open };
}

/** Without the fields in the provider's addresses there is nowhere to sign in, also where the description does not require them. */
function requireAddressFields(
  { fields, oauth2 }: AuthenticationEntry,
  environment: string,
  given: Readonly<Record<string, string>>,
  problems: Problem[],
): void {
  for (const fieldName of listAddressFields(oauth2 ?? {}, environment)) {
    const standard = fields.find((field) => !field.secret && field.fieldName === fieldName)?.default;
    const isNamed = problems.some(({ field }) => field === `fields.${fieldName}`);
    if (!isNamed && !(given[fieldName] ?? standard)) {
      problems.push({ field: `fields.${fieldName}`, issue: "Is required." });
    }
  }
}

const isSignIn = ({ type }: AuthenticationEntry): boolean => type === "oauth2";

function checkSignIn(method: AuthenticationEntry, renewed: ConnectionRow | null): void {
  const { authenticationId, type } = method;
  if (type === "oauth2ClientCredentials") {
    throw invalidField(
      "authenticationId",
      `Authentication method ${authenticationId} needs no sign-in: connect with POST /v1/connections.`,
    );
  }
  if (type !== "oauth2") {
    throw invalidField(
      "authenticationId",
      `Authentication method ${authenticationId} is not an OAuth method: connect with POST /v1/connections.`,
    );
  }
  if (renewed !== null && renewed.authenticationId !== authenticationId) {
    throw invalidField(
      "authenticationId",
      `Connection ${renewed.connectionId} uses authentication method ${renewed.authenticationId}.`,
    );
  }
}
