import { randomBytes } from "node:crypto";
import { expect } from "vitest";
import type { FormBrowser } from "../../oauth/support/form-browser.ts";
import { type Caller, createKeyCaller } from "../../support/caller.ts";
import { createDatabase } from "../../support/shared-database.ts";
import { startSpreadProxy } from "../../support/spread-proxy.ts";
import { type StartedServer, startServer } from "../../support/start-server.ts";
import { decide, redirectUri, registerClient, startFlow } from "./person-flow.ts";

/** Servers on one database, behind one address. */
export interface Nodes {
  /** The address of the proxy before them. */
  baseUrl: string;
  databaseUrl: string;
  servers: StartedServer[];
  /** The first Admin, as a caller of each server. */
  admins: Caller[];
  /** Kills a server like a power failure and starts it again. */
  killAndRestart(index: number): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

export async function startNodes(count: number, settings: Record<string, string> = {}): Promise<Nodes> {
  const database = await createDatabase("migrated");
  const proxy = await startSpreadProxy();
  const shared = {
    DATABASE_URL: database.url,
    BOWLINE_MASTER_KEY: randomBytes(32).toString("base64"),
    BOWLINE_BASE_URL: proxy.url,
    ...settings,
  };
  const first = await startServer(shared);
  const servers = [first];
  while (servers.length < count) {
    servers.push(await startServer(shared));
  }
  proxy.targets.push(...servers.map(({ baseUrl }) => baseUrl));
  return {
    baseUrl: proxy.url,
    databaseUrl: database.url,
    servers,
    admins: servers.map((server) => createKeyCaller(first.adminApiKey, server)),
    async killAndRestart(index) {
      const server = servers[index];
      if (server === undefined) {
        throw new Error(`There is no server ${index}.`);
      }
      const place = proxy.targets.indexOf(server.baseUrl);
      proxy.targets.splice(place, 1);
      await server.kill();
      const restarted = await server.restart();
      servers[index] = restarted;
      proxy.targets.push(restarted.baseUrl);
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()));
      await proxy[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}

/** A code that a person allowed, and what its client redeems it with. */
export interface IssuedCode {
  clientId: string;
  form: Record<string, string>;
}

/** Has a person allow a new client. */
export async function issueCode(
  baseUrl: string,
  browser: FormBrowser,
  parameters: Record<string, string> = {},
): Promise<IssuedCode> {
  const configuration = await registerClient({}, baseUrl);
  const clientId = configuration.clientMetadata().client_id;
  const flow = await startFlow(configuration, parameters);
  const callback = await decide(browser, flow);
  const code = callback.searchParams.get("code") ?? "";
  expect(code, callback.href).not.toBe("");
  return {
    clientId,
    form: {
      grant_type: "authorization_code",
      client_id: clientId,
      redirect_uri: redirectUri,
      code_verifier: flow.verifier,
      code,
    },
  };
}

/** What the token endpoint of a server returned. */
export interface TokenResponse {
  status: number;
  body: { access_token: string; refresh_token: string; error?: string };
}

/** Sends a form to the token endpoint of a server. Rejects when no response came. */
export async function askForToken(
  server: Pick<StartedServer, "baseUrl">,
  form: Record<string, string>,
): Promise<TokenResponse> {
  const response = await fetch(`${server.baseUrl}/oauth/token`, {
    method: "POST",
    body: new URLSearchParams(form),
  });
  return { status: response.status, body: (await response.json()) as TokenResponse["body"] };
}

/** The form that redeems a refresh token. */
export const refreshForm = (clientId: string, refreshToken: string): Record<string, string> => ({
  grant_type: "refresh_token",
  client_id: clientId,
  refresh_token: refreshToken,
});
