import { ConnectionError } from "@bowline/sdk";
import { UsageError } from "../errors.ts";
import { asObject } from "../fields/read-schema.ts";
import { parseJson } from "../fields/read-value.ts";

/** The endpoints of a server's authorization server (RFC 8414). */
export interface AuthorizationServer {
  issuer: string;
  registration_endpoint: string;
  device_authorization_endpoint: string;
  token_endpoint: string;
  revocation_endpoint: string;
}

/** What the token endpoint returns (RFC 6749 §5.1). */
export interface TokenResponse {
  access_token: string;
  refresh_token?: string;
  /** Seconds. */
  expires_in: number;
}

/** An error of the authorization server (RFC 6749 §5.2). */
export class OAuthError extends Error {
  override readonly name = "OAuthError";
  readonly code: string;

  constructor(code: string, description: string | undefined) {
    super(description ?? code);
    this.code = code;
  }
}

/** @throws UsageError when the server is no Bowline; ConnectionError */
export async function discover(url: string): Promise<AuthorizationServer> {
  const response = await send(`${url}/.well-known/oauth-authorization-server`);
  if (response.status >= 500) {
    throw failedNow(response);
  }
  const text = await response.text();
  const found = response.ok
    ? (asObject(parseJson(text)) as Partial<AuthorizationServer> | undefined)
    : undefined;
  if (found?.device_authorization_endpoint === undefined || found.issuer === undefined) {
    throw new UsageError(`${url} is not a Bowline server that you can sign in to from a terminal.`);
  }
  return found as AuthorizationServer;
}

/** Posts a form and returns the parsed response. @throws OAuthError, ConnectionError */
export async function postForm<Result>(endpoint: string, form: Record<string, string>): Promise<Result> {
  return await readResult<Result>(await send(endpoint, { method: "POST", body: new URLSearchParams(form) }));
}

/** @throws OAuthError, ConnectionError */
export async function registerClient({
  registration_endpoint: endpoint,
}: AuthorizationServer): Promise<string> {
  const response = await send(endpoint, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      client_name: "Bowline command line",
      grant_types: ["urn:ietf:params:oauth:grant-type:device_code", "refresh_token"],
      token_endpoint_auth_method: "none",
    }),
  });
  const { client_id: clientId } = await readResult<{ client_id: string }>(response);
  return clientId;
}

async function readResult<Result>(response: Response): Promise<Result> {
  const text = await response.text();
  const body = (text === "" ? {} : asObject(parseJson(text))) as Record<string, string> | undefined;
  if (body === undefined) {
    throw new ConnectionError(
      `${new URL(response.url).origin} returned status ${response.status} and no response of Bowline.`,
    );
  }
  if (response.status >= 500) {
    throw failedNow(response);
  }
  if (!response.ok) {
    throw new OAuthError(body.error ?? String(response.status), body.error_description);
  }
  return body as Result;
}

const failedNow = ({ url, status }: Response) =>
  new ConnectionError(`${new URL(url).origin} could not respond (status ${status}). Try again.`);

async function send(url: string, request: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(url, { ...request, redirect: "error", signal: AbortSignal.timeout(30_000) });
  } catch {
    throw new ConnectionError(`${new URL(url).origin} got no response. Is the server running?`);
  }
}
