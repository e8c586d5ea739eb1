import type { CatalogAuthentication } from "@bowline/catalog";
import type { ApplicationEntry } from "../../catalog/company-catalog.ts";
import { splitIssued } from "../../connections/connection-secrets.ts";
import { draftConnection } from "../../connections/draft-connection.ts";
import { listHosts, listOrigins } from "../../connections/list-origins.ts";
import { sealSecrets } from "../../connections/open-secrets.ts";
import { loadToolServers } from "../../db/catalog/tool-servers.ts";
import type { ConnectionRow } from "../../db/connections/connections.ts";
import { claimState, endSignIn, holdForConfirmation, type SignInRow } from "../../db/connections/sign-ins.ts";
import { createToken, hashToken } from "../../identity/token.ts";
import type { ConnectParts } from "../connect-parts.ts";
import type { Provider } from "../provider/provider.ts";
import { prepareProviderCall } from "../provider/provider-call.ts";
import { cleanWords, ProviderError } from "../provider/provider-error.ts";
import { exchangeCode } from "../provider/token-endpoint.ts";
import { findAccount } from "./account-label.ts";
import { deletedMeanwhile, isOffered, notOffered } from "./is-offered.ts";
import { redirectUri } from "./redirect-uri.ts";
import { revokeUnlessConfirmed } from "./revoke-unless-confirmed.ts";
import {
  type HeldSecrets,
  openSignIn,
  type PendingSecrets,
  sealSignIn,
  signInMinutes,
} from "./sign-in-secrets.ts";

/** The question to the person before anything is stored (decisions D28). */
export interface ToConfirm {
  kind: "toConfirm";
  /** For the page's form. Valid once. */
  confirmationToken: string;
  applicationSlug: string;
  applicationName: string;
  accountLabel: string | null;
  /** The account user who will own the connection. */
  receiver: Pick<SignInRow, "accountUserId" | "fullName" | "email" | "kind">;
  companyName: string;
  /** The scopes requested from the provider, with the description's own words for them if it has any. */
  scopes: { scope: string; description: string | null }[];
  /** The hosts that the connection's tokens are sent to. */
  hosts: string[];
  /** The connection to renew. Null: a new connection is created. */
  renewedName: string | null;
  /** The connection's account so far, if it is a different account; else null. */
  formerAccount: string | null;
  /** Where the browser goes afterward; null: nowhere. */
  returnUrl: string | null;
}

/** A sign-in that ended without a connection. `over`: its state is unknown, used or expired. */
export interface NotSignedIn {
  kind: "over" | "failed";
  /** The reason in one sentence, unescaped; empty for `over`. */
  reason: string;
  /** Where the browser goes afterward; null: nowhere. */
  returnUrl: string | null;
  /** The person did not give consent, here or at the application. */
  isRefusal: boolean;
}

/** A sign-in that is unknown, was used, or has expired. */
export const signInOver: NotSignedIn = { kind: "over", reason: "", returnUrl: null, isRefusal: false };

/**
 * Names the account of a connection that is not stored yet, by a call of the application's own. Null when there is no such call, or it
 * fails.
 */
export type NameAccount = (application: ApplicationEntry, draft: ConnectionRow) => Promise<string | null>;

/**
 * Completes a sign-in when the browser returns: exchanges the code and stores the sealed tokens until they are confirmed.
 *
 * @param nameAccount asked when the provider does not say whose account it is
 * @param parameters the redirect's query
 * @param arrivedAt the redirect address that the browser came to, without its query
 * @param browserToken identifies the browser that may confirm
 */
export async function completeSignIn(
  parts: ConnectParts,
  nameAccount: NameAccount,
  parameters: URLSearchParams,
  arrivedAt: string,
  browserToken: string,
): Promise<ToConfirm | NotSignedIn> {
  const signIn = await claimState(parts.db.kysely, hashToken(parameters.get("state") ?? ""));
  if (signIn === null) {
    return signInOver;
  }
  try {
    return await holdTokens(parts, nameAccount, signIn, parameters, arrivedAt, browserToken);
  } catch (error) {
    const reason = error instanceof ProviderError ? error.message : "The server failed.";
    await endSignIn(parts.db.kysely, signIn.stateHash, { status: "failed", error: reason });
    if (error instanceof ProviderError) {
      const isRefusal = error.code === "access_denied";
      return { kind: "failed", reason, returnUrl: signIn.returnUrl, isRefusal };
    }
    throw error;
  }
}

async function holdTokens(
  parts: ConnectParts,
  nameAccount: NameAccount,
  signIn: SignInRow,
  parameters: URLSearchParams,
  arrivedAt: string,
  browserToken: string,
): Promise<ToConfirm> {
  const {
    origins,
    scopes = [],
    redirectUri: expectedAt = redirectUri(parts.config.baseUrl),
    ...pending
  } = await openSignIn<PendingSecrets>(parts.vault, signIn);
  checkSender(arrivedAt === expectedAt);
  const { application, toolServers, describeOrigins } = await loadDescription(parts, signIn);
  checkNotMoved(origins, describeOrigins(signIn.fields));
  const call = await prepareProviderCall(parts, { ...signIn, sealedOrigins: origins });
  checkIssuer(call.provider, parameters.get("iss"));
  checkNotRefused(parameters);
  const redirected = readRedirect(call.provider, parameters);
  let revocationJobIds: string[] = [];
  const tokens = await exchangeCode(call, {
    parameters,
    redirectUri: expectedAt,
    ...pending,
    async onIssued(issued) {
      const { open, secret } = splitIssued(signIn.method, issued, { ...issued.kept, ...redirected });
      const fields = { ...signIn.fields, ...open };
      const dropped = { secrets: secret, origins: describeOrigins({ ...fields, ...secret }) };
      revocationJobIds = await revokeUnlessConfirmed(parts, { ...signIn, fields }, call, dropped);
    },
  });
  const issuedAtMs = parts.clock();
  const brought = { ...tokens.kept, ...redirected };
  const sealedOrigins = describeOrigins({ ...signIn.fields, ...brought });
  const account = await findAccount({ ...call, sealedOrigins }, { ...call.fields, ...brought }, tokens);
  const { open, secret } = splitIssued(signIn.method, tokens, { ...brought, ...account.kept });
  const fields = { ...signIn.fields, ...open };
  const held = { secrets: secret, origins: describeOrigins({ ...fields, ...secret }) };
  const accountLabel =
    account.label ??
    (await nameAccount(application, await draftSignedIn(parts, signIn, fields, held, toolServers)));
  const confirmationToken = createToken();
  const isHeld = await holdForConfirmation(parts.db.kysely, signIn.stateHash, {
    accountLabel,
    fields,
    sealedSecrets: await sealSignIn(parts.vault, signIn.companyId, signIn.stateHash, {
      ...held,
      lifetimeSeconds: tokens.lifetimeSeconds,
      issuedAtMs,
      revocationJobIds,
    }),
    confirmationHash: hashToken(confirmationToken),
    browserHash: hashToken(browserToken),
    minutes: signInMinutes,
  });
  if (!isHeld) {
    throw new ProviderError("refused", deletedMeanwhile);
  }
  return {
    ...describeConfirmation(signIn, accountLabel),
    confirmationToken,
    applicationSlug: call.applicationSlug,
    applicationName: call.applicationName,
    scopes: describeScopes(signIn.method, scopes),
    hosts: listHosts(sealedOrigins),
  };
}

/** Builds the connection that the tokens would make. Its id is no stored one's. */
async function draftSignedIn(
  { vault, clock }: ConnectParts,
  { accountUserId, companyId, applicationId, authenticationId, method, environment, isDefault }: SignInRow,
  fields: Readonly<Record<string, string>>,
  { secrets, origins }: Pick<HeldSecrets, "secrets" | "origins">,
  toolServers: string[],
): Promise<ConnectionRow> {
  const place = { companyId, connectionId: 0 };
  const connection = {
    ...place,
    ...(await sealSecrets(vault, place, origins, secrets)),
    accountUserId,
    applicationId,
    authenticationId,
    method,
    environment,
    isDefault,
    fields: { ...fields },
    toolServers,
    name: "",
    accountLabel: null,
  };
  return draftConnection(connection, clock());
}

/** Describes who gets which account, and where the browser goes then. */
function describeConfirmation(signIn: SignInRow, accountLabel: string | null) {
  return {
    kind: "toConfirm" as const,
    accountLabel,
    receiver: {
      accountUserId: signIn.accountUserId,
      fullName: signIn.fullName,
      email: signIn.email,
      kind: signIn.kind,
    },
    companyName: signIn.companyName,
    formerAccount: signIn.renewedLabel === accountLabel ? null : signIn.renewedLabel,
    renewedName: signIn.connectionId === null ? null : (signIn.renewedName ?? ""),
    returnUrl: signIn.returnUrl,
  };
}

function describeScopes({ oauth2 }: CatalogAuthentication, scopes: readonly string[]): ToConfirm["scopes"] {
  const descriptions = new Map(Object.entries(oauth2?.scopeDescriptions ?? {}));
  return scopes.map((scope) => ({ scope, description: descriptions.get(scope) ?? null }));
}

/** An application as it is described now. */
interface Description {
  application: ApplicationEntry;
  toolServers: string[];
  /** Lists where secrets are sent. */
  describeOrigins(fields: Readonly<Record<string, string>>): string[];
}

/** @throws ProviderError when the application, or what the sign-in needs of it, was removed */
async function loadDescription(parts: ConnectParts, signIn: SignInRow): Promise<Description> {
  const { companyId, applicationId, method, environment } = signIn;
  const catalog = await parts.catalog.forCompany(companyId);
  const application = catalog.findApplicationById(applicationId);
  if (application === undefined) {
    throw new ProviderError("refused", "The application was removed.");
  }
  if (!isOffered(application, signIn)) {
    throw new ProviderError("refused", notOffered);
  }
  const toolServers = await loadToolServers(parts.db.kysely, applicationId);
  const described = { environments: application.environments, toolServers };
  const describeOrigins: Description["describeOrigins"] = (fields) =>
    listOrigins(described, method, environment, fields);
  return { application, toolServers, describeOrigins };
}

/** The person agreed to the application as it was when the sign-in began (decisions D73). */
function checkNotMoved(origins: readonly string[], described: readonly string[]): void {
  const added = described.filter((origin) => !origins.includes(origin));
  if (added.length > 0) {
    throw new ProviderError(
      "refused",
      `The application's addresses were changed while you signed in: it now uses ${added.join(", ")}. Start again.`,
    );
  }
}

/**
 * Checks that the redirect comes from the provider that was asked (RFC 9207 §2.4). If the exact issuer is unknown, the issuer must
 * at least have the origin of the authorization endpoint.
 */
function checkIssuer({ issuer, authorizationUrl, namesItself }: Provider, named: string | null): void {
  const isSame =
    named === null
      ? !namesItself
      : issuer === null
        ? URL.parse(named)?.origin === URL.parse(authorizationUrl ?? "")?.origin
        : named === issuer;
  checkSender(isSame);
}

/** @throws ProviderError when the redirect was sent by another provider than the one asked (RFC 9700 §4.4) */
function checkSender(isSame: boolean): void {
  if (!isSame) {
    throw new ProviderError(
      "refused",
      "The response came from a different sign-in server than the one asked.",
    );
  }
}

function checkNotRefused(parameters: URLSearchParams): void {
  const error = parameters.get("error");
  if (error !== null) {
    const description = parameters.get("error_description");
    const said = description === null ? "" : `: ${cleanWords(description)}`;
    throw new ProviderError("refused", `The application refused (${cleanWords(error)})${said}`, error);
  }
  if (!parameters.get("code")) {
    throw new ProviderError("unreadable", "The application sent the browser back without a code.");
  }
}

function readRedirect({ method }: Provider, parameters: URLSearchParams): Record<string, string> {
  const read: Record<string, string> = {};
  for (const [fieldName, parameter] of Object.entries(method.keepFromRedirect ?? {})) {
    const value = parameters.get(parameter);
    if (value) {
      read[fieldName] = cleanWords(value);
    }
  }
  return read;
}
