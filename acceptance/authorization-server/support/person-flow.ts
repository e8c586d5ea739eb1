import * as client from "openid-client";
import { expect } from "vitest";
import { createFormBrowser, type FormBrowser } from "../../oauth/support/form-browser.ts";
import type { Page } from "../../oauth/support/page.ts";
import { theAdmin } from "../../support/actors.ts";
import type { Caller } from "../../support/caller.ts";
import { deployment } from "../../support/deployment.ts";
import { acceptInvitation, invitePerson } from "../../support/people.ts";
import { createTokenCaller, discover } from "./token-client.ts";

export const redirectUri = "http://127.0.0.1:9/callback";

/** A person who is signed in in a browser. */
export interface SignedInPerson {
  browser: FormBrowser;
  accountUserId: number;
}

/** Adds a person to the company and signs them in. */
export async function signInPerson(
  role: "Admin" | "Member" = "Member",
  admin: Caller = theAdmin(),
): Promise<SignedInPerson> {
  const { invitationUrl, accountUserId } = await invitePerson(admin, { role });
  const browser = createFormBrowser();
  expect((await acceptInvitation(browser, invitationUrl)).status).toBe(200);
  browser.stopBefore = /^http:\/\/127\.0\.0\.1:9\/callback/;
  return { browser, accountUserId };
}

/** Registers a public client and returns its configuration. */
export async function registerClient(
  metadata: Record<string, unknown> = {},
  baseUrl = deployment().baseUrl,
): Promise<client.Configuration> {
  const response = await fetch(`${baseUrl}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      client_name: "Editor",
      redirect_uris: [redirectUri],
      token_endpoint_auth_method: "none",
      ...metadata,
    }),
  });
  const { client_id: clientId } = (await response.json()) as { client_id: string };
  expect(response.status).toBe(201);
  return discover(clientId, client.None(), baseUrl);
}

/** An authorization request of a client, and how to redeem what comes back. */
export interface StartedFlow {
  configuration: client.Configuration;
  url: URL;
  verifier: string;
  state: string;
}

/** Builds an authorization request. */
export async function startFlow(
  configuration: client.Configuration,
  parameters: Record<string, string> = {},
): Promise<StartedFlow> {
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
    state,
    ...parameters,
  });
  return { configuration, url, verifier, state };
}

/** What the person chooses on the consent page. */
export interface Choice {
  decision?: "allow" | "refuse";
  toolsetId?: string;
  readOnly?: boolean;
  /** Beyond the base address, for a client that named none. */
  resource?: string;
}

/** Opens the request in the person's browser and decides. Returns the address that the browser is sent to at the end. */
export async function decide(browser: FormBrowser, flow: StartedFlow, choice: Choice = {}): Promise<URL> {
  const page = await browser.open(flow.url.href);
  return page.status === 0 ? new URL(page.url) : new URL((await sendConsent(browser, page, choice)).url);
}

/** Sends the consent page's form. */
export async function sendConsent(browser: FormBrowser, page: Page, choice: Choice = {}): Promise<Page> {
  expect(page.status, page.text).toBe(200);
  const read = (wanted: string) => page.forms[0]?.values.find(([name]) => name === wanted)?.[1] ?? "";
  return browser.send(page, {
    formToken: read("formToken"),
    scopes: read("scopes"),
    toolsetId: choice.toolsetId ?? "",
    ...(choice.readOnly && { readOnly: "true" }),
    ...(choice.resource !== undefined && { resource: choice.resource }),
    decision: choice.decision ?? "allow",
  });
}

/** Redeems the code that came back. */
export const redeem = (
  { configuration, verifier, state }: StartedFlow,
  callback: URL,
  parameters: Record<string, string> = {},
  maxAge?: number,
): Promise<client.TokenEndpointResponse & client.TokenEndpointResponseHelpers> =>
  client.authorizationCodeGrant(
    configuration,
    callback,
    { pkceCodeVerifier: verifier, expectedState: state, ...(maxAge !== undefined && { maxAge }) },
    parameters,
  );

/** Goes the whole way: the person allows a new client, which gets tokens. */
export async function getTokens(
  { browser }: SignedInPerson,
  parameters: Record<string, string> = {},
  choice: Choice = {},
): Promise<{
  configuration: client.Configuration;
  tokens: client.TokenEndpointResponse;
  caller: Caller;
}> {
  const configuration = await registerClient();
  const flow = await startFlow(configuration, parameters);
  const tokens = await redeem(flow, await decide(browser, flow, choice));
  return { configuration, tokens, caller: createTokenCaller(tokens.access_token) };
}
