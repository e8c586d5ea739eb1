import * as oauth from "oauth4webapi";
import type { Egress } from "../egress/egress.ts";
import { clockToleranceSeconds } from "./clock-tolerance.ts";

/** The OpenID provider of the settings (decisions D54). */
export interface SignInServer {
  /** The name for people: the host of the issuer. */
  name: string;
  /** Begins a sign-in. @throws SignInServerError */
  begin(): Promise<BegunSignIn>;
  /**
   * Completes a sign-in when the browser comes back.
   *
   * @param parameters the redirect's query
   * @returns the e-mail address that the provider has verified
   * @throws SignInServerError
   */
  complete(parameters: URLSearchParams, secrets: SignInServerSecrets): Promise<{ email: string }>;
}

/** What the browser keeps until it comes back. */
export interface SignInServerSecrets {
  state: string;
  nonce: string;
  codeVerifier: string;
}

export interface BegunSignIn {
  /** The provider's own address, for the browser. */
  url: string;
  secrets: SignInServerSecrets;
}

/** A sign-in at the provider failed. The message is for the person and contains no secret. */
export class SignInServerError extends Error {
  override readonly name = "SignInServerError";
}

export interface SignInServerOptions {
  issuer: string;
  clientId: string;
  /** Null: a public client. */
  clientSecret: string | null;
  redirectUri: string;
  /** Whether an issuer without https is allowed: the operator allows private networks. */
  isHttpAllowed: boolean;
}

const keptMs = 3_600_000;
const timeoutMs = 10_000;
const maxBytes = 1024 * 1024;
const scope = "openid email";

/** Opens the provider; nothing is sent yet. */
export function openSignInServer(
  egress: Egress,
  clock: () => number,
  options: SignInServerOptions,
): SignInServer {
  const issuer = new URL(options.issuer);
  const client: oauth.Client = {
    client_id: options.clientId,
    [oauth.clockTolerance]: clockToleranceSeconds,
  };
  const requestOptions = {
    [oauth.customFetch]: buildFetch(egress),
    [oauth.allowInsecureRequests]: options.isHttpAllowed,
  };
  let known: { as: oauth.AuthorizationServer; untilMs: number } | null = null;

  async function discover(): Promise<oauth.AuthorizationServer> {
    if (known === null || known.untilMs <= clock()) {
      const response = await oauth.discoveryRequest(issuer, requestOptions);
      const as = await oauth.processDiscoveryResponse(issuer, response);
      known = { as, untilMs: clock() + keptMs };
    }
    return known.as;
  }

  async function begin(): Promise<BegunSignIn> {
    const as = await discover();
    if (as.authorization_endpoint === undefined) {
      throw new SignInServerError("The sign-in server has no authorization endpoint.");
    }
    const secrets = {
      state: oauth.generateRandomState(),
      nonce: oauth.generateRandomNonce(),
      codeVerifier: oauth.generateRandomCodeVerifier(),
    };
    const url = new URL(as.authorization_endpoint);
    const parameters = {
      response_type: "code",
      client_id: options.clientId,
      redirect_uri: options.redirectUri,
      scope,
      state: secrets.state,
      nonce: secrets.nonce,
      code_challenge: await oauth.calculatePKCECodeChallenge(secrets.codeVerifier),
      code_challenge_method: "S256",
    };
    for (const [name, value] of Object.entries(parameters)) {
      url.searchParams.set(name, value);
    }
    return { url: url.href, secrets };
  }

  async function complete(parameters: URLSearchParams, secrets: SignInServerSecrets) {
    const as = await discover();
    const redirected = oauth.validateAuthResponse(as, client, parameters, secrets.state);
    const response = await oauth.authorizationCodeGrantRequest(
      as,
      client,
      chooseAuthentication(as, options.clientSecret),
      redirected,
      options.redirectUri,
      secrets.codeVerifier,
      requestOptions,
    );
    const tokens = await oauth.processAuthorizationCodeResponse(as, client, response, {
      expectedNonce: secrets.nonce,
      requireIdToken: true,
    });
    const idToken = oauth.getValidatedIdTokenClaims(tokens);
    if (idToken === undefined) {
      throw new SignInServerError("The sign-in server sent no id token.");
    }
    const claims =
      idToken.email === undefined && as.userinfo_endpoint !== undefined
        ? await loadUserinfo(as, tokens.access_token, idToken.sub)
        : idToken;
    return { email: readVerifiedEmail({ ...claims }) };
  }

  async function loadUserinfo(as: oauth.AuthorizationServer, accessToken: string, subject: string) {
    const response = await oauth.userInfoRequest(as, client, accessToken, requestOptions);
    return oauth.processUserInfoResponse(as, client, subject, response);
  }

  return {
    name: issuer.host,
    begin: () => catchLibrary(begin),
    complete: (parameters, secrets) => catchLibrary(() => complete(parameters, secrets)),
  };
}

/** Some providers send `email_verified` as text. */
function readVerifiedEmail({ email, email_verified: verified }: Record<string, unknown>): string {
  if (typeof email !== "string" || email === "" || (verified !== true && verified !== "true")) {
    throw new SignInServerError("The sign-in server did not confirm an e-mail address of yours.");
  }
  return email;
}

function chooseAuthentication(as: oauth.AuthorizationServer, clientSecret: string | null): oauth.ClientAuth {
  if (clientSecret === null) {
    return oauth.None();
  }
  const methods = as.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
  return methods.includes("client_secret_basic")
    ? oauth.ClientSecretBasic(clientSecret)
    : oauth.ClientSecretPost(clientSecret);
}

interface SentRequest {
  method: string;
  headers: Record<string, string>;
  body?: URLSearchParams | null | undefined;
}

/** Sends the library's requests through egress. */
const buildFetch =
  (egress: Egress) =>
  async (url: string, { method, headers, body }: SentRequest): Promise<Response> => {
    const response = await egress.send({
      method,
      url,
      headers,
      body: body?.toString() ?? null,
      timeoutMs,
      maxBytes,
    });
    if (!response.ok) {
      throw new SignInServerError(`The sign-in server could not be reached: ${response.message}`);
    }
    const isEmpty = [204, 205, 304].includes(response.status);
    return new Response(isEmpty ? null : new Uint8Array(response.body), {
      status: response.status,
      headers: { "content-type": response.headers["content-type"] ?? "application/octet-stream" },
    });
  };

/** Turns the library's errors into a sentence. None of its messages holds a token. */
async function catchLibrary<Result>(attempt: () => Promise<Result>): Promise<Result> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof oauth.AuthorizationResponseError || error instanceof oauth.ResponseBodyError) {
      throw new SignInServerError(`The sign-in server refused (${error.error.slice(0, 100)}).`);
    }
    if (error instanceof oauth.OperationProcessingError || error instanceof oauth.UnsupportedOperationError) {
      throw new SignInServerError(`The response of the sign-in server is invalid: ${error.message}.`);
    }
    if (error instanceof oauth.WWWAuthenticateChallengeError) {
      throw new SignInServerError("The sign-in server refused its own token.");
    }
    throw error;
  }
}
