import * as oauth from "oauth4webapi";
import { buildWebResponse } from "../egress/build-web-response.ts";
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
  return new OpenIdProvider(egress, clock, options);
}

type RequestOptions = oauth.DiscoveryRequestOptions & oauth.TokenEndpointRequestOptions;

class OpenIdProvider implements SignInServer {
  readonly name: string;
  readonly #issuer: URL;
  readonly #client: oauth.Client;
  readonly #options: SignInServerOptions;
  readonly #requestOptions: RequestOptions;
  readonly #clock: () => number;
  #known: { metadata: oauth.AuthorizationServer; untilMs: number } | null = null;

  constructor(egress: Egress, clock: () => number, options: SignInServerOptions) {
    this.#issuer = new URL(options.issuer);
    this.name = this.#issuer.host;
    this.#client = { client_id: options.clientId, [oauth.clockTolerance]: clockToleranceSeconds };
    this.#options = options;
    this.#requestOptions = {
      [oauth.customFetch]: buildFetch(egress),
      [oauth.allowInsecureRequests]: options.isHttpAllowed,
    };
    this.#clock = clock;
  }

  begin(): Promise<BegunSignIn> {
    return catchLibrary(async () => {
      const { authorization_endpoint: endpoint } = await this.#discover();
      if (endpoint === undefined) {
        throw new SignInServerError("The sign-in server has no authorization endpoint.");
      }
      const secrets = {
        state: oauth.generateRandomState(),
        nonce: oauth.generateRandomNonce(),
        codeVerifier: oauth.generateRandomCodeVerifier(),
      };
      return { url: await buildAuthorizationUrl(endpoint, this.#options, secrets), secrets };
    });
  }

  complete(parameters: URLSearchParams, secrets: SignInServerSecrets): Promise<{ email: string }> {
    return catchLibrary(async () => {
      const metadata = await this.#discover();
      const code = oauth.validateAuthResponse(metadata, this.#client, parameters, secrets.state);
      const tokens = await this.#redeemCode(metadata, code, secrets);
      const idToken = oauth.getValidatedIdTokenClaims(tokens);
      if (idToken === undefined) {
        throw new SignInServerError("The sign-in server sent no id token.");
      }
      const claims =
        idToken.email === undefined && metadata.userinfo_endpoint !== undefined
          ? await this.#loadUserInfo(metadata, tokens.access_token, idToken.sub)
          : idToken;
      return { email: readVerifiedEmail({ ...claims }) };
    });
  }

  async #discover(): Promise<oauth.AuthorizationServer> {
    if (this.#known === null || this.#known.untilMs <= this.#clock()) {
      const response = await oauth.discoveryRequest(this.#issuer, this.#requestOptions);
      const metadata = await oauth.processDiscoveryResponse(this.#issuer, response);
      this.#known = { metadata, untilMs: this.#clock() + keptMs };
    }
    return this.#known.metadata;
  }

  async #redeemCode(
    metadata: oauth.AuthorizationServer,
    code: URLSearchParams,
    { codeVerifier, nonce }: SignInServerSecrets,
  ): Promise<oauth.TokenEndpointResponse> {
    const { clientSecret, redirectUri } = this.#options;
    const response = await oauth.authorizationCodeGrantRequest(
      metadata,
      this.#client,
      chooseAuthentication(metadata, clientSecret),
      code,
      redirectUri,
      codeVerifier,
      this.#requestOptions,
    );
    return oauth.processAuthorizationCodeResponse(metadata, this.#client, response, {
      expectedNonce: nonce,
      requireIdToken: true,
    });
  }

  async #loadUserInfo(
    metadata: oauth.AuthorizationServer,
    accessToken: string,
    subject: string,
  ): Promise<oauth.UserInfoResponse> {
    const response = await oauth.userInfoRequest(metadata, this.#client, accessToken, this.#requestOptions);
    return oauth.processUserInfoResponse(metadata, this.#client, subject, response);
  }
}

/** Builds the address of the provider's own sign-in page (OpenID Connect Core §3.1.2.1, with PKCE). */
async function buildAuthorizationUrl(
  endpoint: string,
  { clientId, redirectUri }: SignInServerOptions,
  { state, nonce, codeVerifier }: SignInServerSecrets,
): Promise<string> {
  const url = new URL(endpoint);
  const parameters = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    scope,
    state,
    nonce,
    code_challenge: await oauth.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: "S256",
  };
  for (const [name, value] of Object.entries(parameters)) {
    url.searchParams.set(name, value);
  }
  return url.href;
}

/** Some providers send `email_verified` as text. */
function readVerifiedEmail({ email, email_verified: verified }: Record<string, unknown>): string {
  if (typeof email !== "string" || email === "" || (verified !== true && verified !== "true")) {
    throw new SignInServerError("The sign-in server did not confirm an e-mail address of yours.");
  }
  return email;
}

function chooseAuthentication(
  metadata: oauth.AuthorizationServer,
  clientSecret: string | null,
): oauth.ClientAuth {
  if (clientSecret === null) {
    return oauth.None();
  }
  const methods = metadata.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
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
    const contentType = response.headers["content-type"] ?? "application/octet-stream";
    return buildWebResponse(response, { "content-type": contentType });
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
