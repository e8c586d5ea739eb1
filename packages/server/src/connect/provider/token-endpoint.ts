import * as oauth from "oauth4webapi";
import { normalizeResponse } from "./normalize-response.ts";
import { fillParameters } from "./provider.ts";
import { ProviderError } from "./provider-error.ts";
import {
  callAuthenticated,
  type IssuedTokens,
  type OnIssued,
  type ProviderCall,
  prepareExchange,
  requestTokens,
  respond,
  type Send,
  sendOut,
} from "./provider-exchange.ts";

/** A redirect whose code is to be exchanged. */
export interface Redirect {
  parameters: URLSearchParams;
  redirectUri: string;
  codeVerifier: string;
  nonce: string | null;
  /** Called before what the provider issued is checked. Default: not at all. */
  onIssued?: OnIssued;
}

/** Exchanges the code of a redirect (RFC 6749 §4.1.3). @throws ProviderError */
export function exchangeCode(call: ProviderCall, redirect: Redirect): Promise<IssuedTokens> {
  const { method } = call.provider;
  const code = redirect.parameters.get("code") ?? "";
  return requestTokens(
    call,
    call.provider.tokenUrl,
    [code, redirect.codeVerifier],
    async (as, client, auth, options) => {
      const redirected = new URLSearchParams(redirect.parameters);
      // Already checked when the redirect arrived, even if the exact issuer is unknown.
      redirected.delete("iss");
      const parameters = oauth.validateAuthResponse(as, client, redirected, oauth.skipStateCheck);
      const response = await oauth.authorizationCodeGrantRequest(
        as,
        client,
        auth,
        parameters,
        redirect.redirectUri,
        method.pkce === false ? oauth.nopkce : redirect.codeVerifier,
        { ...options, additionalParameters: fillParameters(method.tokenParameters, call.fields) },
      );
      const { id_token: idToken } = (await response.clone().json()) as { id_token?: unknown };
      const isOpenId = redirect.nonce !== null && idToken !== undefined;
      return oauth.processAuthorizationCodeResponse(
        as,
        client,
        response,
        isOpenId && redirect.nonce !== null ? { expectedNonce: redirect.nonce } : {},
      );
    },
    { onIssued: redirect.onIssued },
  );
}

/**
 * Redeems a refresh token (RFC 6749 §6). An id token beside the new one is not read: a renewal does not ask whose account it is, and an
 * invalid one must not cost the refresh token, which may be used up.
 *
 * @throws ProviderError
 */
export function redeemRefreshToken(call: ProviderCall, refreshToken: string): Promise<IssuedTokens> {
  const { provider } = call;
  const url = provider.refreshUrl ?? provider.tokenUrl;
  return requestTokens(
    call,
    url,
    [refreshToken],
    async (as, client, auth, options) => {
      const additionalParameters = fillParameters(provider.method.refreshParameters, call.fields);
      const all = { ...options, additionalParameters };
      const response = await oauth.refreshTokenGrantRequest(as, client, auth, refreshToken, all);
      return oauth.processRefreshTokenResponse(as, client, response);
    },
    { readsIdToken: false },
  );
}

/** Gets a token for the client itself (RFC 6749 §4.4). @throws ProviderError */
export function requestClientToken(call: ProviderCall, scopes: readonly string[]): Promise<IssuedTokens> {
  const { method } = call.provider;
  return requestTokens(call, call.provider.tokenUrl, [], async (as, client, auth, options) => {
    const parameters = fillParameters(method.tokenParameters, call.fields);
    if (scopes.length > 0) {
      parameters[method.scopeParameter ?? "scope"] = scopes.join(method.scopeSeparator ?? " ");
    }
    const response = await oauth.clientCredentialsGrantRequest(as, client, auth, parameters, options);
    return oauth.processClientCredentialsResponse(as, client, response);
  });
}

/** Revokes a token (RFC 7009). @throws ProviderError */
export async function revokeToken(call: ProviderCall, token: string, hint: string): Promise<void> {
  const { provider } = call;
  if (provider.revocationUrl === null) {
    throw new ProviderError("refused", "The application has no revocation endpoint.");
  }
  const send: Send = async (url, options) => {
    const response = await sendOut(call, url, options);
    return response.status < 300 ? new Response("") : respond(normalizeResponse(response, null));
  };
  await callAuthenticated(call, [token], async (authenticated) => {
    const { as, client, auth, options } = prepareExchange(authenticated, provider.tokenUrl, send);
    const all = { ...options, additionalParameters: { token_type_hint: hint } };
    await oauth.processRevocationResponse(await oauth.revocationRequest(as, client, auth, token, all));
  });
}
