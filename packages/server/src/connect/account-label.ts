import type { Egress } from "../egress/egress.ts";
import { listSecretTexts, maskText } from "../runtimes/http/secret-texts.ts";
import { fillAddress, type Provider } from "./provider.ts";
import { cleanWords, ProviderError } from "./provider-error.ts";
import type { IssuedTokens } from "./provider-exchange.ts";
import { readPointerText } from "./read-pointer.ts";

const timeoutMs = 10_000;
const maxBytes = 1024 * 1024;
/** Claims that tell a person whose account it is, the best first (OpenID Connect Core 1.0 §5.1). */
const labelClaims = ["/email", "/preferred_username", "/name", "/sub"];

/**
 * Whose account a new token is for: by the call that the provider's data names, the id token, or the userinfo endpoint. Null
 * when none of them tells; a provider that fails here is no reason to fail.
 */
export async function findAccountLabel(
  egress: Egress,
  provider: Provider,
  fields: Readonly<Record<string, string>>,
  tokens: IssuedTokens,
): Promise<string | null> {
  const label =
    (await askAccount(egress, provider, fields, tokens)) ??
    findFirst(tokens.claims, labelClaims) ??
    (await askUserinfo(egress, provider, tokens));
  if (label === null) {
    return null;
  }
  const secretTexts = listSecretTexts([tokens.accessToken, tokens.refreshToken ?? ""], []);
  return maskText(cleanWords(label), secretTexts) || null;
}

async function askAccount(
  egress: Egress,
  { method: { account } }: Provider,
  fields: Readonly<Record<string, string>>,
  { accessToken, kept }: IssuedTokens,
): Promise<string | null> {
  if (account === undefined) {
    return null;
  }
  try {
    const url = fillAddress(account.url, { ...fields, ...kept });
    const answer = await ask(egress, url, accessToken, account.method ?? "GET", account.body ?? null);
    return findFirst(answer, account.labelPaths);
  } catch (error) {
    if (error instanceof ProviderError) {
      return null;
    }
    throw error;
  }
}

async function askUserinfo(
  egress: Egress,
  { userinfoUrl }: Provider,
  { accessToken, claims }: IssuedTokens,
): Promise<string | null> {
  if (userinfoUrl === null || claims === null) {
    return null;
  }
  return findFirst(await ask(egress, userinfoUrl, accessToken, "GET", null), labelClaims);
}

async function ask(
  egress: Egress,
  url: string,
  accessToken: string,
  method: string,
  body: object | null,
): Promise<unknown> {
  const answer = await egress.send({
    method,
    url,
    headers: {
      accept: "application/json",
      authorization: `Bearer ${accessToken}`,
      ...(body !== null && { "content-type": "application/json" }),
    },
    body: body === null ? null : JSON.stringify(body),
    timeoutMs,
    maxBytes,
  });
  try {
    return answer.ok && answer.status < 300 ? JSON.parse(answer.body.toString("utf8")) : null;
  } catch {
    return null;
  }
}

function findFirst(value: unknown, pointers: readonly string[]): string | null {
  for (const pointer of pointers) {
    const text = readPointerText(value, pointer);
    if (text !== null) {
      return text;
    }
  }
  return null;
}
