import type { IncomingMessage, ServerResponse } from "node:http";
import type { JsonObject } from "../../support/records.ts";
import { plantSecret } from "../../support/secrets.ts";
import { describeApi, operation, type ProviderFacts } from "./documents/operation.ts";
import { listenOnLoopback, readBody, sendJson, sendPage } from "./loopback-server.ts";
import type { OddForm, OddProvider } from "./odd-provider-state.ts";
import { serveToken } from "./odd-token-endpoint.ts";

export type { Fault, OddForm, OddProvider, OddTokenCall } from "./odd-provider-state.ts";

const factsByForm: Record<OddForm, ProviderFacts> = {
  formEncoded: {},
  errorWith200: {},
  nestedToken: { tokenPath: "/authed_user" },
  lifetimeAsText: {},
  noTokenType: {},
  jsonRequest: { tokenRequestFormat: "json" },
  unencodedBasic: { clientAuthentication: "basicUnencoded" },
};

export interface OddProviderOptions {
  /** How its token endpoint deviates; null: it does not. */
  form?: OddForm | null;
  /** Whether it has a discovery document, so that its issuer is known. */
  describesItself?: boolean;
  /** More facts about it; `{origin}` is replaced by its address. */
  facts?: ProviderFacts;
  /** Whether only an operation of its API reads the account, which no fact names. */
  hasAccountOperation?: boolean;
  /** More members of its grants. */
  grantMembers?: JsonObject;
  /** Variables of its API's address, by name. */
  variables?: JsonObject;
}

/** Starts a provider whose token endpoint may deviate from the standard, with an API behind it. */
export async function startOddProvider(options: OddProviderOptions = {}): Promise<OddProvider> {
  const { form = null, describesItself = false, hasAccountOperation = false } = options;
  const { grantMembers = {}, variables } = options;
  const strayRequests: string[] = [];
  const stray = await listenOnLoopback((request, response) => {
    strayRequests.push(`${request.method} ${request.url}`);
    sendJson(response, 200, { access_token: "stray", token_type: "bearer" });
  });
  let provider: OddProvider;
  const server = await listenOnLoopback((request, response) =>
    serve(provider, form, `${stray.origin}/inside`, request, response),
  );
  const { origin } = server;
  provider = {
    origin,
    // Characters that the URL encoding of RFC 6749 §2.3.1 would change.
    client: { clientId: "bowline:at/odd", clientSecret: `${plantSecret("client")}+/=%&` },
    clientIdParameter: String(options.facts?.clientIdParameter ?? "client_id"),
    grantMembers,
    accountCalls: [],
    authorizations: [],
    revocations: [],
    document: describeApi({
      title: "Odd",
      origin,
      signIn: describesItself ? "discovery" : { authorizationPath: "/authorize", tokenPath: "/token" },
      scopes: [describesItself ? "openid" : "items:read"],
      facts: {
        ...(describesItself && { defaultScopes: ["openid"] }),
        ...(!describesItself && !hasAccountOperation && describeAccountCall(origin)),
        ...(form && factsByForm[form]),
        ...insertOrigin(origin, options.facts ?? {}),
      },
      ...(variables && { variables }),
      paths: {
        "/items": { get: operation("items_list", "List items") },
        ...(hasAccountOperation && { "/me": { get: operation("me_read", "Read my account") } }),
      },
    }),
    fault: null,
    account: "odd-ada",
    refusal: null,
    lifetimeSeconds: 3600,
    tokenCalls: [],
    issuedTokens: [],
    apiTokens: [],
    validTokens: new Set(),
    strayRequests,
    refusedToken: null,
    refusesApi: false,
    redirectIssuer: null,
    writeIdToken: null,
    nonce: null,
    stop: async () => {
      await server.stop();
      await stray.stop();
    },
  };
  return provider;
}

async function serve(
  provider: OddProvider,
  form: OddForm | null,
  strayUrl: string,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? "/", provider.origin);
  switch (url.pathname) {
    case "/.well-known/openid-configuration":
      return sendJson(response, 200, buildDiscovery(provider.origin));
    case "/authorize":
      provider.nonce = url.searchParams.get("nonce");
      provider.authorizations.push(url.searchParams);
      return sendPage(response, 200, writeConsentPage(url));
    case "/consent":
      return finishConsent(provider, url, response);
    case "/revoke":
      provider.revocations.push(await readBody(request));
      return sendJson(response, 200, {});
    case "/me":
      provider.accountCalls.push(request.headers);
      return serveApi(provider, request, response);
    case "/token":
      return serveToken(provider, form, strayUrl, request, response);
    default:
      return serveApi(provider, request, response);
  }
}

/** Replaces `{origin}` in facts by the provider's address. */
function insertOrigin(origin: string, facts: ProviderFacts): ProviderFacts {
  return JSON.parse(JSON.stringify(facts).replaceAll("{origin}", origin));
}

const describeAccountCall = (origin: string) => ({
  account: { url: `${origin}/me`, labelPaths: ["/login"] },
});

function buildDiscovery(origin: string): JsonObject {
  return {
    issuer: origin,
    authorization_endpoint: `${origin}/authorize`,
    token_endpoint: `${origin}/token`,
    token_endpoint_auth_methods_supported: ["client_secret_post"],
    id_token_signing_alg_values_supported: ["ES256"],
  };
}

function writeConsentPage({ searchParams }: URL): string {
  const hidden = ["redirect_uri", "state"].map(
    (name) => `<input type="hidden" name="${name}" value="${encodeURI(searchParams.get(name) ?? "")}">`,
  );
  const buttons =
    '<button name="choice" value="yes">Allow</button><button name="choice" value="no">Refuse</button>';
  return `<h1>Odd</h1><form action="/consent">${hidden.join("")}${buttons}</form>`;
}

function finishConsent(
  { redirectIssuer }: OddProvider,
  { searchParams }: URL,
  response: ServerResponse,
): void {
  const back = new URL(searchParams.get("redirect_uri") ?? "");
  back.searchParams.set("state", searchParams.get("state") ?? "");
  if (redirectIssuer !== null) {
    back.searchParams.set("iss", redirectIssuer);
  }
  if (searchParams.get("choice") === "yes") {
    back.searchParams.set("code", "code-of-odd");
  } else {
    back.searchParams.set("error", "access_denied");
    back.searchParams.set("error_description", '<img src=x onerror="alert(1)"> refused');
  }
  response.writeHead(302, { location: back.href }).end();
}

function serveApi(provider: OddProvider, request: IncomingMessage, response: ServerResponse): void {
  const token = (request.headers.authorization ?? "").replace(/^(?:Bearer|OAuth) /, "");
  if (request.url?.startsWith("/items")) {
    provider.apiTokens.push(token);
  }
  const isRefused = provider.refusesApi || provider.refusedToken === token;
  const isValid = provider.validTokens.has(token) && !isRefused;
  if (!isValid) {
    response.setHeader("www-authenticate", 'Bearer error="invalid_token"');
  }
  sendJson(
    response,
    isValid ? 200 : 401,
    isValid ? { login: provider.account, dc: "us7", items: [] } : { message: "Not with this token." },
  );
}
