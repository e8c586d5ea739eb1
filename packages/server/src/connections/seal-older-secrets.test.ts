import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestServer, type TestServer } from "../../testing/open-test-server.ts";
import { signIn } from "../../testing/sign-in.ts";
import { sealOlderClients } from "../connect/provider/seal-older-clients.ts";
import { loadConnection } from "../db/connections/connections.ts";
import { openSecrets } from "./open-secrets.ts";
import { sealOlderSecrets } from "./seal-older-secrets.ts";

const issued = { access_token: "access-canary", refresh_token: "refresh-canary", expires_in: 3600 };
let server: TestServer;
beforeAll(async () => {
  server = await openTestServer("https://bowline.example");
});
afterAll(() => server?.close());

const load = async (connectionId: number) => {
  const row = await loadConnection(server.deps.db.kysely, connectionId);
  if (row === null) {
    throw new Error("The connection is gone.");
  }
  return row;
};
const list = (connectionId: number) =>
  server.call<{ isSuccess: boolean; errorMessage: string | null }>(
    "POST",
    `/v1/tools/shop_list_items/execute?connectionId=${connectionId}`,
    {},
  );

/** Stores the secrets as the earlier version did. */
async function makeOlder(connectionId: number): Promise<void> {
  const row = await load(connectionId);
  const secrets = JSON.stringify(await openSecrets(server.deps.vault, row));
  const sealed = await server.deps.vault.seal(row.companyId, `connection:${connectionId}`, secrets);
  await server.database.pool.query(
    "update connection set sealed_secrets = $1, sealed_origins = null where connection_id = $2",
    [sealed, connectionId],
  );
  server.deps.rows.clear();
}

test("secrets from an earlier version are sent to the described origins and nowhere else", async () => {
  const connectionId = await signIn(server, issued);
  server.provider.on("/items", (_request, response) => void response.end("[]"));
  await makeOlder(connectionId);
  const { kysely } = server.deps.db;
  expect(await sealOlderSecrets(kysely, server.deps.vault)).toEqual({ sealed: 1, unopened: [] });
  expect(await sealOlderSecrets(kysely, server.deps.vault)).toEqual({ sealed: 0, unopened: [] });
  server.deps.rows.clear();
  expect((await load(connectionId)).sealedOrigins).toEqual([server.provider.url]);
  expect((await list(connectionId)).isSuccess).toBe(true);
});

test("a secret that does not open is not changed and is reported", async () => {
  const connectionId = await signIn(server, issued);
  await server.database.pool.query(
    "update connection set sealed_secrets = '\\x0102', sealed_origins = null where connection_id = $1",
    [connectionId],
  );
  const result = await sealOlderSecrets(server.deps.db.kysely, server.deps.vault);
  expect(result).toEqual({ sealed: 0, unopened: [connectionId] });
});

test("an edit of the database does not send secrets to new origins", async () => {
  const connectionId = await signIn(server, issued);
  await server.database.pool.query(
    "update connection set sealed_origins = sealed_origins || $1::text[] where connection_id = $2",
    [["https://evil.example"], connectionId],
  );
  const row = await load(connectionId);
  await expect(openSecrets(server.deps.vault, row)).rejects.toThrow(/was changed, or was sealed for another/);
});

test("clients that an earlier version stored are bound to their descriptions' hosts", async () => {
  const { vault, db } = server.deps;
  const { rows } = await server.database.pool.query("select company_id, authentication_id from oauth_client");
  const [{ company_id: companyId, authentication_id: id }] = rows;
  const sealed = await vault.seal(companyId, `oauth-client:${id}`, "client-secret-canary");
  await server.database.pool.query("update oauth_client set sealed_secret = $1, token_hosts = null", [
    sealed,
  ]);
  expect(await sealOlderClients(db.kysely, vault)).toEqual({ bound: 1, waiting: [] });
  const bound = await server.database.pool.query("select token_hosts from oauth_client");
  expect(bound.rows).toEqual([{ token_hosts: [new URL(server.provider.url).host] }]);
  expect((await signIn(server, issued)) > 0).toBe(true);
});

test("a secret becomes no part of an origin that has a variable with its name", async () => {
  const connectionId = await signIn(server, issued);
  await makeOlder(connectionId);
  const { url } = server.provider;
  const flow = { authorizationUrl: `${url}/authorize`, tokenUrl: `${url}/token`, scopes: { read: "Read" } };
  await server.call("POST", "/v1/applications", {
    source: "openapi",
    slug: "shop",
    document: {
      openapi: "3.1.0",
      info: { title: "Shop", version: "1" },
      servers: [
        { url: "https://{refreshToken}.example.com", variables: { refreshToken: { default: "eu" } } },
      ],
      security: [{ signIn: [] }],
      paths: { "/items": { get: { operationId: "list_items", responses: { 200: { description: "OK" } } } } },
      components: { securitySchemes: { signIn: { type: "oauth2", flows: { authorizationCode: flow } } } },
    },
  });
  await sealOlderSecrets(server.deps.db.kysely, server.deps.vault);
  expect((await load(connectionId)).sealedOrigins).toEqual([url, "https://eu.example.com"]);
});
