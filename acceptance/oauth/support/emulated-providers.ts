import { createEmulator, type SeedConfig } from "emulate";
import { findFreePort } from "../../support/find-free-port.ts";
import type { JsonObject } from "../../support/records.ts";
import { plantSecret } from "../../support/secrets.ts";
import { describeGitHub } from "./documents/github.ts";
import { describeGoogle } from "./documents/google.ts";
import { describeLinear } from "./documents/linear.ts";
import { describeMicrosoft } from "./documents/microsoft.ts";
import { describeSlack } from "./documents/slack.ts";
import { type Relay, startRelay } from "./relay.ts";

export type EmulatedService = "github" | "google" | "slack" | "microsoft" | "linear";

/** The OAuth client that an Admin enters for a company. */
export interface ClientCredentials {
  clientId: string;
  clientSecret: string;
}

/** A provider with its API, reached through a relay. */
export interface EmulatedProvider {
  relay: Relay;
  client: ClientCredentials;
  /** OpenAPI description of its API. */
  document: JsonObject;
  /** Access tokens that its token endpoint issued, oldest first. */
  issuedTokens(): string[];
  stop(): Promise<void>;
}

interface Emulation {
  describe(origin: string): JsonObject;
  tokenPath: string;
  seed(client: ClientCredentials, redirectUri: string): JsonObject;
}

const application = (client: ClientCredentials, redirectUri: string) => ({
  client_id: client.clientId,
  client_secret: client.clientSecret,
  name: "Bowline",
  redirect_uris: [redirectUri],
});

const emulations: Record<EmulatedService, Emulation> = {
  github: {
    describe: describeGitHub,
    tokenPath: "/login/oauth/access_token",
    seed: (client, redirectUri) => ({
      users: [{ login: "octocat", name: "The Octocat", email: "octocat@example.com" }],
      repos: [{ owner: "octocat", name: "hello-world", auto_init: true }],
      oauth_apps: [application(client, redirectUri)],
    }),
  },
  google: {
    describe: describeGoogle,
    tokenPath: "/oauth2/token",
    seed: (client, redirectUri) => ({
      users: [{ email: "ada@example.com", name: "Ada" }],
      oauth_clients: [application(client, redirectUri)],
      messages: [
        {
          id: "msg_hello",
          user_email: "ada@example.com",
          from: "eve@example.com",
          to: "ada@example.com",
          subject: "Welcome",
          body_text: "Hello.",
          label_ids: ["INBOX"],
        },
      ],
      calendars: [{ id: "primary", user_email: "ada@example.com", summary: "Ada", primary: true }],
      calendar_events: [
        {
          id: "evt_review",
          user_email: "ada@example.com",
          calendar_id: "primary",
          summary: "Review",
          start_date_time: "2030-01-10T09:00:00.000Z",
          end_date_time: "2030-01-10T09:30:00.000Z",
        },
      ],
    }),
  },
  slack: {
    describe: describeSlack,
    tokenPath: "/api/oauth.v2.access",
    seed: (client, redirectUri) => ({
      team: { name: "Workbench", domain: "workbench" },
      users: [{ name: "ada", real_name: "Ada", email: "ada@example.com" }],
      channels: [{ name: "general", topic: "Everything" }],
      oauth_apps: [
        {
          ...application(client, redirectUri),
          app_id: "A000000001",
          scopes: ["chat:write", "channels:read"],
          bot_name: "bowline",
        },
      ],
      strict_scopes: true,
    }),
  },
  microsoft: {
    describe: describeMicrosoft,
    tokenPath: "/oauth2/v2.0/token",
    seed: (client, redirectUri) => ({
      users: [{ email: "ada@example.com", name: "Ada" }],
      oauth_clients: [application(client, redirectUri)],
    }),
  },
  linear: {
    describe: describeLinear,
    tokenPath: "/oauth/token",
    seed: (client, redirectUri) => ({
      organization: { name: "Workbench", url_key: "workbench" },
      users: [{ email: "ada@example.com", name: "Ada", admin: true }],
      teams: [{ key: "ENG", name: "Engineering", states: [{ name: "Todo", type: "unstarted" }] }],
      issues: [{ team: "ENG", title: "Fix the gate", state: "Todo", assignee: "ada@example.com" }],
      oauth_apps: [
        { ...application(client, redirectUri), scopes: ["read", "write", "issues:create"], actor: "user" },
      ],
      strict_scopes: true,
    }),
  },
};

/** Starts an emulator with one registered client, which has only this redirect address. */
export async function startEmulatedProvider(
  service: EmulatedService,
  redirectUri: string,
): Promise<EmulatedProvider> {
  const { describe, tokenPath, seed } = emulations[service];
  const client = { clientId: `bowline-at-${service}`, clientSecret: plantSecret("client") };
  const port = await findFreePort();
  const relay = await startRelay(() => `http://127.0.0.1:${port}`);
  const seeded: SeedConfig = { tokens: {}, [service]: seed(client, redirectUri) };
  const emulator = await createEmulator({ service, port, baseUrl: relay.origin, seed: seeded });
  return {
    relay,
    client,
    document: describe(relay.origin),
    issuedTokens: () => relay.on(tokenPath).flatMap(({ responseBody }) => readAccessToken(responseBody)),
    stop: async () => {
      await emulator.close();
      await relay.stop();
    },
  };
}

function readAccessToken(response: string): string[] {
  const isJson = response.startsWith("{");
  const token: unknown = isJson
    ? JSON.parse(response).access_token
    : new URLSearchParams(response).get("access_token");
  return typeof token === "string" ? [token] : [];
}
