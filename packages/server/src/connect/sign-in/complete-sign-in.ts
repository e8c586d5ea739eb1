import { partIssued } from "../../connections/connection-secrets.ts";
import { claimState, endSignIn, holdForConfirmation, type SignInRow } from "../../db/sign-ins.ts";
import type { Deps } from "../../deps.ts";
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
  fullName: string;
  companyName: string;
  isRenewal: boolean;
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
  deps: Deps,
  parameters: URLSearchParams,
  browserToken: string,
): Promise<ToConfirm | NotSignedIn> {
  const signIn = await claimState(deps.db.kysely, hashToken(parameters.get("state") ?? ""));
  if (signIn === null) {
    return { kind: "over", reason: "" };
  }
  try {
    return await holdTokens(deps, signIn, parameters, browserToken);
  } catch (error) {
    const reason = error instanceof ProviderError ? error.message : "The server failed.";
    await endSignIn(deps.db.kysely, signIn.stateHash, { status: "failed", error: reason });
    if (error instanceof ProviderError) {
      return { kind: "failed", reason };
    }
    throw error;
  }
}

async function holdTokens(
  deps: Deps,
  signIn: SignInRow,
  parameters: URLSearchParams,
  browserToken: string,
): Promise<ToConfirm> {
  const call = await prepareProviderCall(deps, signIn);
  checkIssuer(call.provider, parameters.get("iss"));
  checkNotRefused(parameters);
  const pending = await openSignIn<PendingSecrets>(deps.vault, signIn);
  const tokens = await exchangeCode(call, {
    parameters,
    redirectUri: redirectUri(deps.config.baseUrl),
    ...pending,
  });
  const issuedAtMs = deps.clock();
  const brought = { ...tokens.kept, ...readRedirect(call.provider, parameters) };
  const account = await findAccount(call, { ...call.fields, ...brought }, tokens);
  const { open, secret } = partIssued(signIn.method, tokens, { ...brought, ...account.kept });
  const fields = { ...signIn.fields, ...open };
  const confirmationToken = createToken();
  await holdForConfirmation(deps.db.kysely, signIn.stateHash, {
    accountLabel: account.label,
    fields,
    sealedSecrets: await sealSignIn(deps.vault, signIn.companyId, signIn.stateHash, {
      secrets: secret,
      lifetimeSeconds: tokens.lifetimeSeconds,
      issuedAtMs,
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
    fullName: signIn.fullName,
    companyName: signIn.companyName,
    isRenewal: signIn.connectionId !== null,
  };
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
