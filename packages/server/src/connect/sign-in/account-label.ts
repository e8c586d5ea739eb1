import { listSecretTexts, maskText } from "../../runtimes/secret-texts.ts";
import { checkOrigin } from "../provider/check-destination.ts";
import { parseJsonBody } from "../provider/parse-json-body.ts";
import { fillAddress } from "../provider/provider.ts";
import { cleanWords, ProviderError } from "../provider/provider-error.ts";
import type { IssuedTokens, ProviderCall } from "../provider/provider-exchange.ts";
import { readFirstText, readPointers } from "../provider/read-texts.ts";

const timeoutMs = 10_000;
const maxBytes = 1024 * 1024;
/** Claims that identify an account to a person, the best first (OpenID Connect Core 1.0 §5.1). */
const labelClaims = ["/email", "/preferred_username", "/name"];
/** Hard for a person to read, but always present. */
const lastClaims = ["/sub"];

/** The account of a new token. */
export interface FoundAccount {
  label: string | null;
  /** The values that `account.keep` names, by field name. */
  kept: Record<string, string>;
}

/**
 * Finds the account of a new token. Reads the token response, the call that the provider's data names, the id token and the
 * userinfo endpoint. The label is null when none of them contains it. A failing provider is ignored.
 *
 * @param fields the connection's fields, including those that signing in set
 */
export async function findAccount(
  call: ProviderCall,
  fields: Readonly<Record<string, string>>,
  tokens: IssuedTokens,
): Promise<FoundAccount> {
  const { account } = call.provider.method;
  const response = await requestAccount(call, fields, tokens.accessToken);
  const label =
    tokens.accountLabel ??
    readFirstText(response, account?.labelPaths ?? []) ??
    readFirstText(tokens.claims, labelClaims) ??
    (await requestUserinfo(call, tokens)) ??
    readFirstText(tokens.claims, lastClaims);
  const secretTexts = listSecretTexts([tokens.accessToken, tokens.refreshToken ?? ""], []);
  return {
    // Masked before it is cut: what a cut leaves of a token is not known as one.
    label: label === null ? null : cleanWords(maskText(label, secretTexts)) || null,
    kept: readPointers(response, account?.keep ?? {}),
  };
}

async function requestAccount(
  call: ProviderCall,
  fields: Readonly<Record<string, string>>,
  accessToken: string,
): Promise<unknown> {
  const { accountUrl, method } = call.provider;
  const { account } = method;
  if (account === undefined || accountUrl === null) {
    return null;
  }
  const further = Object.entries(account.headers ?? {}).map(([name, value]) => [
    name.toLowerCase(),
    value.replaceAll("{token}", accessToken),
  ]);
  try {
    const url = fillAddress(accountUrl, fields);
    const headers = Object.fromEntries(further);
    return await sendRequest(call, url, accessToken, account.method ?? "GET", account.body ?? null, headers);
  } catch (error) {
    if (error instanceof ProviderError) {
      return null;
    }
    throw error;
  }
}

async function requestUserinfo(
  call: ProviderCall,
  { accessToken, claims }: IssuedTokens,
): Promise<string | null> {
  const { userinfoUrl } = call.provider;
  if (userinfoUrl === null || claims === null) {
    return null;
  }
  try {
    return readFirstText(await sendRequest(call, userinfoUrl, accessToken, "GET", null, {}), labelClaims);
  } catch (error) {
    if (error instanceof ProviderError) {
      return null;
    }
    throw error;
  }
}

async function sendRequest(
  call: ProviderCall,
  url: string,
  accessToken: string,
  method: string,
  body: object | null,
  furtherHeaders: Record<string, string>,
): Promise<unknown> {
  if (!call.isHttpAllowed && !url.startsWith("https:")) {
    return null;
  }
  checkOrigin(call, url);
  const response = await call.egress.send({
    method,
    url,
    headers: {
      accept: "application/json",
      authorization: `Bearer ${accessToken}`,
      ...(body !== null && { "content-type": "application/json" }),
      ...furtherHeaders,
    },
    body: body === null ? null : JSON.stringify(body),
    // Each of these headers may contain the token, which a redirect must not carry to another origin.
    credentialHeaders: Object.keys(furtherHeaders),
    timeoutMs,
    maxBytes,
  });
  return response.ok && response.status < 300 ? parseJsonBody(response.body) : null;
}
