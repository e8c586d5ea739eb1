import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openFaultServer, respondWithJson } from "../../testing/fault-server.ts";
import { openTestServer, type TestServer } from "../../testing/open-test-server.ts";
import { signIn } from "../../testing/sign-in.ts";
import type { DeletedConnection } from "../db/connections/delete-connections.ts";
import { deleteConnectionRow } from "../db/connections/write-connections.ts";
import { runRevocation } from "./revoke-tokens.ts";

let server: TestServer;
beforeEach(async () => {
  server = await openTestServer("http://localhost:4400");
});
afterEach(() => server.close());

const connect = (name: string) =>
  signIn(server, { access_token: `${name}-access`, refresh_token: `${name}-refresh`, expires_in: 3600 });

/** The forms that arrived at the revocation endpoint. */
const listRevocations = () =>
  server.provider.received
    .filter(({ target }) => target === "/revoke")
    .map(({ body }) => new URLSearchParams(body.toString()));
const listRevoked = () => listRevocations().map((form) => form.get("token"));

interface JobRow {
  state: string;
  data: { connectionId: number; deleted: string };
}

async function listJobs(): Promise<JobRow[]> {
  const { rows } = await server.database.pool.query<JobRow>(
    "select state, data from pgboss.job where name = 'revoke-tokens'",
  );
  return rows;
}

const deleteShop = () => server.call<string>("DELETE", "/v1/applications/shop?force=true");

/** Adds a member with a key, and gives it a connection. */
async function hire(connectionId: number): Promise<{ accountUserId: number; apiKey: string }> {
  const member = { kind: "service", fullName: "Agent", email: "agent@example.com", role: "Member" };
  const { accountUserId } = await server.call<{ accountUserId: number }>("POST", "/v1/members", member);
  const { apiKey } = await server.call<{ apiKey: string }>("POST", "/v1/apikeys", {
    name: "Its key",
    accountUserId,
  });
  await server.database.pool.query("update connection set account_user_id = $1 where connection_id = $2", [
    accountUserId,
    connectionId,
  ]);
  server.deps.rows.clear();
  return { accountUserId, apiKey };
}

describe("the tokens of connections are revoked when", () => {
  test("their member is deleted", async () => {
    const { accountUserId } = await hire(await connect("one"));
    await server.call("DELETE", `/v1/members/${accountUserId}`);
    await expect.poll(listRevoked, { timeout: 20_000 }).toEqual(["one-refresh", "one-access"]);
  });

  test("their owner's profile is deleted, and the connections are gone", async () => {
    const connectionId = await connect("one");
    const { apiKey } = await hire(connectionId);
    const { status } = await server.request("/v1/auth/profile", {
      method: "DELETE",
      headers: { "x-api-key": apiKey },
    });
    expect(status).toBe(200);
    await expect.poll(listRevoked, { timeout: 20_000 }).toEqual(["one-refresh", "one-access"]);
    const { rows } = await server.database.pool.query("select 1 from connection");
    expect(rows).toEqual([]);
  });
});

test("a deletion that is rolled back revokes nothing", async () => {
  const connectionId = await connect("one");
  const rolledBack = deleteConnectionRow(server.deps.db.kysely, connectionId, async (transaction, batch) => {
    await server.deps.jobs.addRevocations(transaction, batch);
    throw new Error("Never mind.");
  });
  await expect(rolledBack).rejects.toThrow("Never mind.");
  expect(await listJobs()).toEqual([]);
});

test("what is left of a large deletion comes after the beginning of another one", async () => {
  const deleted: DeletedConnection[] = [];
  for (const name of ["one", "two", "three", "four"]) {
    await deleteConnectionRow(server.deps.db.kysely, await connect(name), async (_transaction, batch) => {
      deleted.push(...batch);
    });
  }
  const { jobs, db } = server.deps;
  await jobs.addRevocations(db.kysely, deleted.slice(0, 3), { afterSeconds: 600 });
  await jobs.addRevocations(db.kysely, deleted.slice(3), { afterSeconds: 600 });
  const { rows } = await server.database.pool.query<{ id: number }>(
    `select (data ->> 'connectionId')::int as id from pgboss.job
      where name = 'revoke-tokens' order by priority desc, created_on`,
  );
  const [one, two, three, four] = deleted.map(({ connectionId }) => connectionId);
  expect(rows.map(({ id }) => id)).toEqual([one, four, two, three]);
});

test("an import without the connections' method keeps them and their tokens", async () => {
  const connectionId = await connect("one");
  const { url } = server.provider;
  await server.call("POST", "/v1/applications", {
    source: "openapi",
    slug: "shop",
    document: { openapi: "3.1.0", info: { title: "Shop", version: "2" }, servers: [{ url }], paths: {} },
  });
  expect(await server.call("GET", `/v1/connections/${connectionId}`)).toMatchObject({ connectionId });
  expect(await listJobs()).toEqual([]);
});

test("a provider that refuses is asked once", async () => {
  await connect("one");
  server.provider.on("/revoke", respondWithJson(400, { error: "unsupported_token_type" }));
  await deleteShop();
  await expect.poll(listJobs, { timeout: 20_000 }).toEqual([]);
  expect(listRevoked()).toEqual(["one-refresh"]);
});

test("a provider that hangs holds up no deletion, and of its connections one is revoked at a time", async () => {
  await connect("one");
  await connect("two");
  const released = Promise.withResolvers<void>();
  server.provider.on("/revoke", async (...request) => {
    await released.promise;
    respondWithJson(200, {})(...request);
  });
  expect(await deleteShop()).toBe('Application "shop" was deleted.');
  await expect.poll(listRevoked, { timeout: 20_000 }).toHaveLength(1);
  // The queue may take up both at once, and then puts one back.
  const listStates = async () => (await listJobs()).map(({ state }) => state).sort();
  await expect.poll(listStates).toEqual(["active", "created"]);
  // Otherwise the server would wait for the job when it is closed.
  released.resolve();
});

test("tokens are not sent to an address that the description got after the sign-in", async () => {
  await connect("one");
  const stranger = await openFaultServer();
  await server.database.pool.query(
    `update authentication_method set definition = jsonb_set(definition::jsonb, '{oauth2,revocationUrl}', to_jsonb($1::text))::json
      where authentication_id = $2`,
    [`${stranger.url}/revoke`, server.authenticationId],
  );
  await deleteShop();
  await expect.poll(listJobs, { timeout: 20_000 }).toEqual([]);
  expect([...stranger.received, ...listRevocations()]).toEqual([]);
  await stranger.close();
});

test("tokens renewed while their application is deleted are revoked", async () => {
  const connectionId = await connect("one");
  await server.database.pool.query(
    "update connection set token_due_date = now(), token_expires_date = now() where connection_id = $1",
    [connectionId],
  );
  server.deps.rows.clear();
  server.provider.on("/token", async (received, response) => {
    await deleteShop();
    respondWithJson(200, { access_token: "late-access", refresh_token: "late-refresh" })(received, response);
  });
  const path = `/v1/tools/shop_list_items/execute?connectionId=${connectionId}`;
  expect(await server.call("POST", path, {})).toMatchObject({ isSuccess: false });
  await expect
    .poll(listRevoked, { timeout: 20_000 })
    .toEqual(expect.arrayContaining(["late-refresh", "late-access", "one-refresh"]));
});

test("a job whose company is gone with the key of its secrets ends, and sends nothing", async () => {
  const connectionId = await connect("one");
  await deleteConnectionRow(server.deps.db.kysely, connectionId, async (transaction, batch) => {
    await server.deps.jobs.addRevocations(transaction, batch, { afterSeconds: 600 });
  });
  const [job] = await listJobs();
  const deleted = JSON.stringify({ ...JSON.parse(job?.data.deleted ?? ""), companyId: 4_400_000 });
  expect(await runRevocation(server.deps, { connectionId, deleted }, 1)).toBe(true);
  expect(listRevocations()).toEqual([]);
});
