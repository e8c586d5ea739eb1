import * as oauth from "oauth4webapi";
import type { Egress } from "../../egress/egress.ts";
import { listSecretTexts, maskText } from "../../runtimes/secret-texts.ts";
import { checkDestination } from "./check-destination.ts";
import { buildClientAuthentication } from "./client-authentication.ts";
import { type NormalisedAnswer, normaliseAnswer } from "./normalise-answer.ts";
import type { OAuthClient } from "./oauth-client.ts";
import type { Provider } from "./provider.ts";
import { ProviderError } from "./provider-error.ts";
import { readFirstText, readPointers } from "./read-texts.ts";

/** Longest wait for a provider, in milliseconds. */
export const providerTimeoutMs = 15_000;
const maxBytes = 1024 * 1024;
/** Clocks differ; five minutes are common (RFC 7519 §4.1.4 allows a leeway). */
const clockToleranceSeconds = 330;

/** Everything a call to a provider needs. */
export interface ProviderCall {
  egress: Egress;
  provider: Provider;
  client: OAuthClient;
  /** The connection's fields, for `{field}` in parameters. */
  fields: Readonly<Record<string, string>>;
  /** Where the connection's secrets may go, see `listOrigins`; null: they are entered just now. */
  sealedOrigins: readonly string[] | null;
  /** Whether `http` addresses may be called: only where the operator lets private networks be reached. */
  isHttpAllowed: boolean;
}

/** What a provider issued. */
export interface IssuedTokens {
  accessToken: string;
  /** Null when the provider gave none: an earlier one, if any, stays good. */
  refreshToken: string | null;
  /** Null: it does not run out, as far as is known. */
  lifetimeSeconds: number | null;
  /** `keepFromAnswer`, by field name. */
  kept: Record<string, string>;
  /** The account's name, where the answer tells it (`accountLabelPaths`). */
  accountLabel: string | null;
  /** Of the id token, where there was one. */
  claims: Record<string, unknown> | null;
}

/** How the library hands a request over. */
export interface SendOptions {
  method: string;
  headers: Record<string, string>;
  body: URLSearchParams;
}
export type Send = (url: string, options: SendOptions) => Promise<Response>;
type Options = { [oauth.customFetch]: Send; [oauth.allowInsecureRequests]: boolean };
type Exchange = (
  as: oauth.AuthorizationServer,
  client: oauth.Client,
  auth: oauth.ClientAuth,
  options: Options,
) => Promise<oauth.TokenEndpointResponse>;

/** One call to a token endpoint; the answer is normalised before the library reads it. */
export async function requestTokens(
  call: ProviderCall,
  tokenUrl: string | null,
  secrets: readonly string[],
  exchange: Exchange,
): Promise<IssuedTokens> {
  const { method, issuer } = call.provider;
  let answer: NormalisedAnswer | null = null;
  let claims: Record<string, unknown> | null = null;
  const send: Send = async (url, options) => {
    answer = normaliseAnswer(await sendOut(call, url, options), method.tokenPath ?? null);
    const { id_token: idToken, ...rest } = answer.body;
    if (issuer !== null || typeof idToken !== "string") {
      return respond(answer);
    }
    // Without a known issuer it cannot be checked; it came from the token endpoint and is good for a label.
    claims = decodeClaims(idToken);
    return respond({ ...answer, body: rest });
  };
  const tokens = await catchProvider(call, secrets, () => {
    const { as, client, auth, options } = prepareExchange(call, tokenUrl, send);
    return exchange(as, client, auth, options);
  });
  const original: unknown = (answer as NormalisedAnswer | null)?.original;
  return {
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token ?? null,
    lifetimeSeconds: tokens.expires_in ?? method.assumedLifetimeSeconds ?? null,
    kept: readPointers(original, method.keepFromAnswer ?? {}),
    accountLabel: readFirstText(original, method.accountLabelPaths ?? []),
    claims: oauth.getValidatedIdTokenClaims(tokens) ?? claims,
  };
}

/** @throws ProviderError when there is no token endpoint */
export function prepareExchange(call: ProviderCall, tokenUrl: string | null, send: Send) {
  const { provider } = call;
  if (tokenUrl === null) {
    throw new ProviderError("refused", "The application does not say where its tokens are issued.");
  }
  const as: oauth.AuthorizationServer = {
    issuer: provider.issuer ?? new URL(tokenUrl).origin,
    token_endpoint: tokenUrl,
    ...(provider.revocationUrl !== null && { revocation_endpoint: provider.revocationUrl }),
    ...(provider.signingAlgorithms !== null && {
      id_token_signing_alg_values_supported: provider.signingAlgorithms,
    }),
  };
  return {
    as,
    client: { client_id: call.client.clientId, [oauth.clockTolerance]: clockToleranceSeconds },
    auth: buildClientAuthentication(provider, call.client),
    options: { [oauth.customFetch]: send, [oauth.allowInsecureRequests]: call.isHttpAllowed },
  };
}

/** @throws ProviderError when no answer comes, or when the address is none that the secrets may go to */
export async function sendOut(call: ProviderCall, url: string, { method, headers, body }: SendOptions) {
  const { egress, provider } = call;
  checkDestination(call, url);
  const { tokenRequestFormat, clientIdParameter } = provider.method;
  const isJson = tokenRequestFormat === "json";
  const clientId = body.get("client_id");
  if (clientIdParameter !== undefined && clientId !== null) {
    body.delete("client_id");
    body.set(clientIdParameter, clientId);
  }
  const answer = await egress.send({
    method,
    url,
    headers: {
      accept: "application/json",
      ...headers,
      ...(isJson && { "content-type": "application/json" }),
    },
    body: isJson ? JSON.stringify(Object.fromEntries(body)) : body.toString(),
    timeoutMs: providerTimeoutMs,
    maxBytes,
  });
  if (!answer.ok) {
    throw new ProviderError("unavailable", `The application's sign-in server failed: ${answer.message}`);
  }
  return answer;
}

export const respond = ({ status, body }: Pick<NormalisedAnswer, "status" | "body">): Response =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });

/** Turns whatever the library throws into a `ProviderError` without a secret in it. */
export async function catchProvider<Result>(
  call: ProviderCall,
  secrets: readonly string[],
  attempt: () => Promise<Result>,
): Promise<Result> {
  try {
    return await attempt();
  } catch (error) {
    const { kind, message, code } = describe(error);
    const texts = listSecretTexts([...secrets, call.client.clientSecret ?? ""], []);
    throw new ProviderError(kind, maskText(message, texts), code);
  }
}

function describe(error: unknown): Pick<ProviderError, "kind" | "message" | "code"> {
  if (error instanceof ProviderError) {
    return error;
  }
  if (error instanceof oauth.ResponseBodyError) {
    const said = error.error_description === undefined ? "" : `: ${error.error_description}`;
    return { kind: "refused", code: error.error, message: `The application refused (${error.error})${said}` };
  }
  if (error instanceof oauth.OperationProcessingError || error instanceof oauth.UnsupportedOperationError) {
    const isInsecure = error.code === oauth.HTTP_REQUEST_FORBIDDEN;
    const message = isInsecure
      ? "The application's sign-in server has no https address."
      : `The answer of the application's sign-in server cannot be used: ${error.message}.`;
    return { kind: "unreadable", code: null, message };
  }
  throw error;
}

function decodeClaims(idToken: string): Record<string, unknown> | null {
  try {
    return JSON.parse(Buffer.from(idToken.split(".")[1] ?? "", "base64url").toString("utf8"));
  } catch {
    return null;
  }
}
