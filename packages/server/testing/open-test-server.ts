import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createApp } from "../src/app.ts";
import { readConfig } from "../src/config/config.ts";
import type { Deps } from "../src/deps.ts";
import { bootstrap } from "../src/identity/bootstrap.ts";
import { createLogger } from "../src/log/logger.ts";
import { openDeps } from "../src/open-deps.ts";
import { openDatabaseVault } from "../src/process/prepare-database.ts";
import { type FaultServer, openFaultServer, respondWithJson } from "./fault-server.ts";
import { createTestDatabase, type TestDatabase } from "./test-database.ts";

/** A whole server, and a provider with an API that does as it is told. */
export interface TestServer {
  deps: Deps;
  database: TestDatabase;
  /** `/token`, `/revoke`, `/me` and `/items` are the provider's; their responses are set with `on`. */
  provider: FaultServer;
  authenticationId: number;
  /** The Admin's. */
  apiKey: string;
  /** Calls our API with the Admin's key; returns the body of a 200, throws for any other status. */
  call<Body>(method: string, path: string, body?: unknown): Promise<Body>;
  request(path: string, init?: RequestInit): Promise<Response>;
  close(): Promise<void>;
}

/**
 * Sets all of it up, with the application `shop`, its OAuth method and the company's client.
 *
 * @param env further settings
 */
export async function openTestServer(baseUrl: string, env: Record<string, string> = {}): Promise<TestServer> {
  const dataDir = await mkdtemp(join(tmpdir(), "bowline-connect-"));
  const database = await createTestDatabase();
  const provider = await openFaultServer();
  const config = {
    ...readConfig({ BOWLINE_BASE_URL: baseUrl, BOWLINE_ALLOWED_PRIVATE_NETWORKS: "127.0.0.0/8", ...env }),
    dataDir,
  };
  const log = createLogger({ level: "silent", isTerminal: false });
  const vault = await openDatabaseVault(config, database);
  const apiKey = (await bootstrap(database.kysely, vault, dataDir)) ?? "";
  const { deps, parts } = await openDeps(config, log, database, vault);
  const listening = createServer(createApp(deps)).listen(0, "127.0.0.1");
  await once(listening, "listening");
  // While a test computes, the server's idle connections would be closed just when the test uses them again.
  listening.keepAliveTimeout = 0;
  const { port } = listening.address() as AddressInfo;
  const request = async (path: string, init: RequestInit = {}) =>
    fetch(`http://127.0.0.1:${port}${path}`, { redirect: "manual", ...init });

  async function call<Body>(method: string, path: string, body?: unknown): Promise<Body> {
    const response = await request(path, {
      method,
      headers: { "x-api-key": apiKey, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const record = await response.json();
    if (response.status !== 200) {
      throw new Error(`${response.status} ${JSON.stringify(record)}`);
    }
    return record as Body;
  }

  provider.on("/revoke", respondWithJson(200, {}));
  await call("POST", "/v1/applications", {
    source: "openapi",
    slug: "shop",
    document: describeShop(provider.url),
  });
  const shop = await call<{ authentications: { authenticationId: number }[] }>(
    "GET",
    "/v1/applications/shop",
  );
  const authenticationId = shop.authentications[0]?.authenticationId ?? 0;
  const client = { clientId: "client", clientSecret: "client-secret-canary" };
  await call("PUT", `/v1/applications/shop/authentications/${authenticationId}/client`, client);
  await addRevocation(deps, provider.url, authenticationId);
  return {
    deps,
    database,
    provider,
    authenticationId,
    apiKey,
    call,
    request,
    async close() {
      listening.close();
      listening.closeAllConnections();
      for (const part of parts.filter(({ name }) => name !== "database")) {
        await part.close();
      }
      await provider.close();
      await database.drop();
      await rm(dataDir, { recursive: true });
    },
  };
}

function describeShop(url: string) {
  const flow = { authorizationUrl: `${url}/authorize`, tokenUrl: `${url}/token`, scopes: { read: "Read" } };
  return {
    openapi: "3.1.0",
    info: { title: "Shop", version: "1" },
    servers: [{ url }],
    security: [{ signIn: [] }],
    paths: { "/items": { get: { operationId: "list_items", responses: { 200: { description: "OK" } } } } },
    components: { securitySchemes: { signIn: { type: "oauth2", flows: { authorizationCode: flow } } } },
  };
}

/** An OpenAPI document cannot name them. */
async function addRevocation(deps: Deps, url: string, authenticationId: number): Promise<void> {
  const facts = {
    revocationUrl: `${url}/revoke`,
    account: { url: `${url}/me`, labelPaths: ["/login"] },
  };
  await deps.db.pool.query(
    `update authentication_method
      set definition = jsonb_set(definition::jsonb, '{oauth2}', definition::jsonb -> 'oauth2' || $1::jsonb)::json
      where authentication_id = $2`,
    [JSON.stringify(facts), authenticationId],
  );
  deps.catalog.forgetAll();
  deps.rows.clear();
}
