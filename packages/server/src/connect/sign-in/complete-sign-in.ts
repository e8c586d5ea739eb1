import { partIssued } from "../../connections/connection-secrets.ts";
import { listOrigins } from "../../connections/list-origins.ts";
import { claimState, endSignIn, holdForConfirmation, type SignInRow } from "../../db/sign-ins.ts";
import { loadToolServers } from "../../db/tool-servers.ts";
import type { ConnectParts } from "../connect-parts.ts";
import type { Provider } from "../provider/provider.ts";
import { prepareProviderCall } from "../provider/provider-call.ts";
import { cleanWords, ProviderError } from "../provider/provider-error.ts";
import { exchangeCode } from "../provider/token-endpoint.ts";
import { findAccount } from "./account-label.ts";
import { redirectUri } from "./redirect-uri.ts";
import {
  createToken,
  hashToken,
  openSignIn,
  type PendingSecrets,
  sealSignIn,
  signInMinutes,
} from "./sign-in-secrets.ts";

/** What the person is asked before anything is stored (decisions D28). */
export interface ToConfirm {
  kind: "toConfirm";
  /** For the page's form; works once. */
  confirmationToken: string;
  applicationName: string;
  accountLabel: string | null;
  /** Who receives the connection. */
  receiver: Pick<SignInRow, "fullName" | "email" | "kind">;
  companyName: string;
  /** What the provider was asked to allow. */
  scopes: string[];
  /** Where the connection's tokens go. */
  hosts: string[];
  /** The connection to renew; null: a new one is made. */
  renewedName: string | null;
  /** Whose account that connection has been for so far, where it is another's; else null. */
  formerAccount: string | null;
}

/** How a sign-in ended without a connection. `over`: its state is unknown, used or too old. */
export interface NotSignedIn {
  kind: "over" | "failed";
  /** What the provider or we have against it, unescaped; empty for `over`. */
  reason: string;
}

/**
 * Completes a sign-in when the browser comes back: exchanges the code and holds the tokens, sealed, until they are confirmed.
 *
 * @param parameters the redirect's query
 * @param browserToken names the browser that may confirm
 */
export async function completeSignIn(
  parts: ConnectParts,
  parameters: URLSearchParams,
  browserToken: string,
): Promise<ToConfirm | NotSignedIn> {
  const signIn = await claimState(parts.db.kysely, hashToken(parameters.get("state") ?? ""));
  if (signIn === null) {
    return { kind: "over", reason: "" };
  }
  try {
    return await holdTokens(parts, signIn, parameters, browserToken);
  } catch (error) {
    const reason = error instanceof ProviderError ? error.message : "The server failed.";
    await endSignIn(parts.db.kysely, signIn.stateHash, { status: "failed", error: reason });
    if (error instanceof ProviderError) {
      return { kind: "failed", reason };
    }
    throw error;
  }
}

async function holdTokens(
  parts: ConnectParts,
  signIn: SignInRow,
  parameters: URLSearchParams,
  browserToken: string,
): Promise<ToConfirm> {
  const { origins, scopes = [], ...pending } = await openSignIn<PendingSecrets>(parts.vault, signIn);
  const describeOrigins = await loadDescription(parts, signIn);
  checkNotMoved(origins, describeOrigins(signIn.fields));
  const call = await prepareProviderCall(parts, { ...signIn, sealedOrigins: origins });
  checkIssuer(call.provider, parameters.get("iss"));
  checkNotRefused(parameters);
  const tokens = await exchangeCode(call, {
    parameters,
    redirectUri: redirectUri(parts.config.baseUrl),
    ...pending,
  });
  const issuedAtMs = parts.clock();
  const brought = { ...tokens.kept, ...readRedirect(call.provider, parameters) };
  const sealedOrigins = describeOrigins({ ...signIn.fields, ...brought });
  const account = await findAccount({ ...call, sealedOrigins }, { ...call.fields, ...brought }, tokens);
  const { open, secret } = partIssued(signIn.method, tokens, { ...brought, ...account.kept });
  const fields = { ...signIn.fields, ...open };
  const confirmationToken = createToken();
  await holdForConfirmation(parts.db.kysely, signIn.stateHash, {
    accountLabel: account.label,
    fields,
    sealedSecrets: await sealSignIn(parts.vault, signIn.companyId, signIn.stateHash, {
      secrets: secret,
      lifetimeSeconds: tokens.lifetimeSeconds,
      issuedAtMs,
      origins: describeOrigins({ ...fields, ...secret }),
    }),
    confirmationHash: hashToken(confirmationToken),
    browserHash: hashToken(browserToken),
    minutes: signInMinutes,
  });
  return {
    kind: "toConfirm",
    confirmationToken,
    applicationName: call.applicationName,
    accountLabel: account.label,
    receiver: { fullName: signIn.fullName, email: signIn.email, kind: signIn.kind },
    companyName: signIn.companyName,
    scopes,
    hosts: listHosts(sealedOrigins),
    formerAccount: signIn.renewedLabel === account.label ? null : signIn.renewedLabel,
    renewedName: signIn.connectionId === null ? null : (signIn.renewedName ?? ""),
  };
}

/** Of the origins; the address of a discovery document is at one of them. */
const listHosts = (origins: readonly string[]): string[] => [
  ...new Set(origins.map((origin) => URL.parse(origin)?.host ?? origin)),
];

/** Tells where secrets go, as the application is described now. @throws ProviderError when it is gone */
async function loadDescription(
  parts: ConnectParts,
  { companyId, applicationId, method, environment }: SignInRow,
): Promise<(fields: Readonly<Record<string, string>>) => string[]> {
  const catalog = await parts.catalog.forCompany(companyId);
  const application = catalog.findApplicationById(applicationId);
  if (application === undefined) {
    throw new ProviderError("refused", "The application was removed.");
  }
  const toolServers = await loadToolServers(parts.db.kysely, applicationId);
  const described = { environments: application.environments, toolServers };
  return (fields) => listOrigins(described, method, environment, fields);
}

/** The person agreed to what the application was when the sign-in began (decisions D73). */
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
 * That the redirect comes from the provider it was asked of (RFC 9207 §2.4). Where its issuer is not known exactly, it must at
 * least stand at the place where the person signed in.
 */
function checkIssuer({ issuer, authorizationUrl, namesItself }: Provider, named: string | null): void {
  const isSame =
    named === null
      ? !namesItself
      : issuer === null
        ? URL.parse(named)?.origin === URL.parse(authorizationUrl ?? "")?.origin
        : named === issuer;
  if (!isSame) {
    throw new ProviderError("refused", "The answer came from another sign-in server than the one asked.");
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
