import * as client from "openid-client";
import { theAdmin } from "../../support/actors.ts";
import { type Caller, type CallerTarget, createCaller, succeed } from "../../support/caller.ts";
import { deployment } from "../../support/deployment.ts";
import type { Member } from "../../support/records.ts";

/** The issuer of the server under test, as its metadata names it. */
export async function readIssuer(baseUrl = deployment().baseUrl): Promise<string> {
  const response = await fetch(`${baseUrl}/.well-known/oauth-authorization-server`);
  return ((await response.json()) as { issuer: string }).issuer;
}

/** A service member's client, with the credentials that were shown once. */
export interface ServiceClient {
  clientId: string;
  clientSecret: string;
  accountUserId: number;
}

/** Makes a service member and a client for it. */
export async function makeServiceClient(
  scopes: readonly string[],
  options: { role?: "Admin" | "Member"; admin?: Caller } = {},
): Promise<ServiceClient> {
  const admin = options.admin ?? theAdmin();
  const { accountUserId } = await succeed<Member>(
    admin.post("/v1/members", {
      kind: "service",
      fullName: "Nightly job",
      email: "job@example.com",
      role: options.role ?? "Member",
    }),
  );
  const made = await succeed<{ clientId: string; clientSecret: string }>(
    admin.post("/v1/clients", { name: "Nightly job", accountUserId, scopes }),
  );
  return { ...made, accountUserId };
}

/** The configuration of openid-client for a client of the server under test. */
export async function discover(
  clientId: string,
  authentication: client.ClientAuth,
  baseUrl = deployment().baseUrl,
): Promise<client.Configuration> {
  const issuer = new URL(await readIssuer(baseUrl));
  return client.discovery(issuer, clientId, undefined, authentication, {
    algorithm: "oauth2",
    execute: [client.allowInsecureRequests],
  });
}

/** Gets a token with a service member's client. */
export async function getServiceToken(
  { clientId, clientSecret }: ServiceClient,
  parameters: Record<string, string> = {},
): Promise<client.TokenEndpointResponse> {
  const configuration = await discover(clientId, client.ClientSecretBasic(clientSecret));
  return client.clientCredentialsGrant(configuration, parameters);
}

/** A caller with a Bearer token. */
export const createTokenCaller = (token: string, target?: CallerTarget): Caller =>
  createCaller({ authorization: `Bearer ${token}` }, target);
