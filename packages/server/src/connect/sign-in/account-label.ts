import { listSecretTexts, maskText } from "../../runtimes/secret-texts.ts";
import { checkOrigin } from "../provider/check-destination.ts";
import { fillAddress } from "../provider/provider.ts";
import { cleanWords, ProviderError } from "../provider/provider-error.ts";
import type { IssuedTokens, ProviderCall } from "../provider/provider-exchange.ts";
import { readFirstText, readPointers } from "../provider/read-texts.ts";

const timeoutMs = 10_000;
const maxBytes = 1024 * 1024;
/** Claims that tell a person whose account it is, the best first (OpenID Connect Core 1.0 §5.1). */
const labelClaims = ["/email", "/preferred_username", "/name"];
/** Tells a person little, but is there always. */
const lastClaims = ["/sub"];

/** What is found out about the account of a new token. */
export interface FoundAccount {
  label: string | null;
  /** `account.keep`, by field name. */
  kept: Record<string, string>;
}

/**
 * Whose account a new token is for: by the answer that brought it, the call that the provider's data names, the id token, or the
 * userinfo endpoint. The label is null when none of them tells; a provider that fails here is no reason to fail.
 *
 * @param fields the connection's, with those that signing in brought
 */
export async function findAccount(
  call: ProviderCall,
  fields: Readonly<Record<string, string>>,
  tokens: IssuedTokens,
): Promise<FoundAccount> {
  const { account } = call.provider.method;
  const answer = await askAccount(call, fields, tokens.accessToken);
  const label =
    tokens.accountLabel ??
    readFirstText(answer, account?.labelPaths ?? []) ??
    readFirstText(tokens.claims, labelClaims) ??
    (await askUserinfo(call, tokens)) ??
    readFirstText(tokens.claims, lastClaims);
  const secretTexts = listSecretTexts([tokens.accessToken, tokens.refreshToken ?? ""], []);
  return {
    label: label === null ? null : maskText(cleanWords(label), secretTexts) || null,
    kept: readPointers(answer, account?.keep ?? {}),
  };
}

async function askAccount(
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
    return await ask(call, url, accessToken, account.method ?? "GET", account.body ?? null, headers);
  } catch (error) {
    if (error instanceof ProviderError) {
      return null;
    }
    throw error;
  }
}

async function askUserinfo(
  call: ProviderCall,
  { accessToken, claims }: IssuedTokens,
): Promise<string | null> {
  const { userinfoUrl } = call.provider;
  if (userinfoUrl === null || claims === null) {
    return null;
  }
  try {
    return readFirstText(await ask(call, userinfoUrl, accessToken, "GET", null, {}), labelClaims);
  } catch (error) {
    if (error instanceof ProviderError) {
      return null;
    }
    throw error;
  }
}

async function ask(
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
  const answer = await call.egress.send({
    method,
    url,
    headers: {
      accept: "application/json",
      authorization: `Bearer ${accessToken}`,
      ...(body !== null && { "content-type": "application/json" }),
      ...furtherHeaders,
    },
    body: body === null ? null : JSON.stringify(body),
    // Each of them may hold the token, which a redirect to another origin must not carry along.
    credentialHeaders: Object.keys(furtherHeaders),
    timeoutMs,
    maxBytes,
  });
  try {
    return answer.ok && answer.status < 300 ? JSON.parse(answer.body.toString("utf8")) : null;
  } catch {
    return null;
  }
}
