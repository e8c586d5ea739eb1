import * as oauth from "oauth4webapi";
import type { Egress } from "../../egress/egress.ts";
import { clockToleranceSeconds } from "../../identity/clock-tolerance.ts";
import { illegalInHeader } from "../../runtimes/place-credentials.ts";
import { listSecretTexts, maskText } from "../../runtimes/secret-texts.ts";
import { checkDestination } from "./check-destination.ts";
import { buildClientAuthentication } from "./client-authentication.ts";
import { type NormalizedResponse, normalizeResponse } from "./normalize-response.ts";
import type { OAuthClient } from "./oauth-client.ts";
import type { Provider } from "./provider.ts";
import { cleanWords, ProviderError } from "./provider-error.ts";
import { readFirstText, readPointers } from "./read-texts.ts";

/** Longest wait for a provider, in milliseconds. */
export const providerTimeoutMs = 15_000;
/** Tokens are sent in headers, which are much shorter. A larger response would hold the event loop (decisions D75). */
const maxBytes = 256 * 1024;

const unusableToken =
  "The application's sign-in server issued a token with a line break or another character that no request can carry.";

/** Everything a call to a provider needs. */
export interface ProviderCall {
  egress: Egress;
  provider: Provider;
  client: OAuthClient;
  /** The connection's fields, for `{field}` in parameters. */
  fields: Readonly<Record<string, string>>;
  /** The origins that the connection's secrets may be sent to, see `listOrigins`. Null: the secrets are being entered now. */
  sealedOrigins: readonly string[] | null;
  /** Whether `http` addresses may be called. Only true when the operator allows private networks. */
  isHttpAllowed: boolean;
}

/** The tokens that a provider issued. */
export interface IssuedTokens {
  accessToken: string;
  /** Null when the provider issued none. An earlier refresh token then stays valid. */
  refreshToken: string | null;
  /** Null: no known expiry. */
  lifetimeSeconds: number | null;
  /** The values that `keepFromAnswer` names, by field name. */
  kept: Record<string, string>;
  /** The account's name, if the response contains it (`accountLabelPaths`). */
  accountLabel: string | null;
  /** The claims of the id token, if there was one. */
  claims: Record<string, unknown> | null;
}

/** What a provider issued, before it is checked. */
export type OnIssued = (issued: Pick<IssuedTokens, "accessToken" | "refreshToken" | "kept">) => Promise<void>;

/** The library's request. */
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

interface RequestOptions {
  onIssued?: OnIssued | undefined;
  /** Default: true. */
  readsIdToken?: boolean;
}

/** Calls a token endpoint. The response is normalized before the library reads it. */
export async function requestTokens(
  call: ProviderCall,
  tokenUrl: string | null,
  secrets: readonly string[],
  exchange: Exchange,
  { onIssued, readsIdToken = true }: RequestOptions = {},
): Promise<IssuedTokens> {
  const { method, issuer } = call.provider;
  const readKept = (original: unknown) => readPointers(original, method.keepFromAnswer ?? {});
  let response: NormalizedResponse | null = null;
  let claims: Record<string, unknown> | null = null;
  const send: Send = async (url, options) => {
    response = normalizeResponse(await sendOut(call, url, options), method.tokenPath ?? null);
    const { id_token: idToken, ...rest } = response.body;
    const { access_token: accessToken, refresh_token: refreshToken } = rest;
    if (typeof accessToken === "string") {
      await onIssued?.({
        accessToken,
        refreshToken: typeof refreshToken === "string" ? refreshToken : null,
        kept: readKept(response.original),
      });
    }
    if (!readsIdToken) {
      return respond({ ...response, body: rest });
    }
    if (issuer !== null || typeof idToken !== "string") {
      return respond(response);
    }
    // Without a known issuer it cannot be validated. It came from the token endpoint, so it may be used for a label.
    claims = decodeClaims(idToken);
    return respond({ ...response, body: rest });
  };
  const tokens = await callAuthenticated(call, secrets, (authenticated) => {
    const { as, client, auth, options } = prepareExchange(authenticated, tokenUrl, send);
    return exchange(as, client, auth, options);
  });
  if (illegalInHeader.test(tokens.access_token)) {
    throw new ProviderError("unreadable", unusableToken);
  }
  const original: unknown = (response as NormalizedResponse | null)?.original;
  return {
    accessToken: tokens.access_token,
    refreshToken: tokens.refresh_token ?? null,
    lifetimeSeconds: tokens.expires_in ?? method.assumedLifetimeSeconds ?? null,
    kept: readKept(original),
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

/** @throws ProviderError when there is no response, or the secrets may not be sent to the address */
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
  const response = await egress.send({
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
  if (!response.ok) {
    throw new ProviderError("unavailable", `The application's sign-in server failed: ${response.message}`);
  }
  return response;
}

export const respond = ({ status, body }: Pick<NormalizedResponse, "status" | "body">): Response =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });

/**
 * Calls a provider as its client. When nothing says how, and the provider knows no client in the body, Basic is tried: each provider has
 * to take it (RFC 6749 §2.3.1).
 *
 * @throws ProviderError
 */
export async function callAuthenticated<Result>(
  call: ProviderCall,
  secrets: readonly string[],
  attempt: (call: ProviderCall) => Promise<Result>,
): Promise<Result> {
  const { provider, client } = call;
  try {
    return await catchProvider(call, secrets, () => attempt(call));
  } catch (error) {
    const isUnknown = error instanceof ProviderError && error.code === "invalid_client";
    if (isUnknown && provider.isAuthenticationAssumed && client.clientSecret !== null) {
      const withBasic = { ...call, provider: { ...provider, clientAuthentication: "basic" as const } };
      return await catchProvider(call, secrets, () => attempt(withBasic));
    }
    throw error;
  }
}

/** Turns any error of the library into a `ProviderError` that contains no secret. */
async function catchProvider<Result>(
  call: ProviderCall,
  secrets: readonly string[],
  attempt: () => Promise<Result>,
): Promise<Result> {
  try {
    return await attempt();
  } catch (error) {
    const texts = listSecretTexts([...secrets, call.client.clientSecret ?? ""], []);
    const { kind, message, code } = describe(error, texts);
    throw new ProviderError(kind, maskText(message, texts), code);
  }
}

/** What a cut leaves of a secret is not known as one, so the provider's words are masked before. */
function describe(
  error: unknown,
  secretTexts: readonly string[],
): Pick<ProviderError, "kind" | "message" | "code"> {
  if (error instanceof ProviderError) {
    return error;
  }
  if (error instanceof oauth.ResponseBodyError) {
    const words = error.error_description;
    const said = words === undefined ? "" : `: ${cleanWords(maskText(words, secretTexts))}`;
    return { kind: "refused", code: error.error, message: `The application refused (${error.error})${said}` };
  }
  if (error instanceof oauth.OperationProcessingError || error instanceof oauth.UnsupportedOperationError) {
    const isInsecure = error.code === oauth.HTTP_REQUEST_FORBIDDEN;
    const message = isInsecure
      ? "The application's sign-in server has no https address."
      : `The response of the application's sign-in server is invalid: ${error.message}.`;
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
