import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hang, openFaultServer, respondWith, respondWithJson } from "../../testing/fault-server.ts";
import { openTestServer, type TestServer } from "../../testing/open-test-server.ts";
import { signIn } from "../../testing/sign-in.ts";
import { deleteConnectionRow } from "../db/connections/write-connections.ts";
import { revocationTries } from "./revoke-tokens.ts";

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
  retry_count: number;
  text: string;
}

async function listJobs(): Promise<JobRow[]> {
  const { rows } = await server.database.pool.query<JobRow>(
    "select state, retry_count, to_jsonb(job)::text as text from pgboss.job where name = 'revoke-tokens'",
  );
  return rows;
}

/** Lets jobs that wait begin. */
const makeDue = () =>
  server.database.pool.query(
    "update pgboss.job set start_after = now() where name = 'revoke-tokens' and state in ('created', 'retry')",
  );

const deleteShop = () => server.call<string>("DELETE", "/v1/applications/shop?force=true");

/** Adds a member with a key, and gives it a connection. */
async function hire(connectionId: number): Promise<{ accountUserId: number; key: string }> {
  const member = { kind: "service", fullName: "Agent", email: "agent@example.com", role: "Member" };
  const { accountUserId } = await server.call<{ accountUserId: number }>("POST", "/v1/members", member);
  const { key } = await server.call<{ key: string }>("POST", "/v1/apikeys", {
    name: "Its key",
    accountUserId,
  });
  await server.database.pool.query("update connection set account_user_id = $1 where connection_id = $2", [
    accountUserId,
    connectionId,
  ]);
  server.deps.rows.clear();
  return { accountUserId, key };
}

describe("the tokens of connections are revoked when", () => {
  test("their application is deleted, by its client, though nothing of it is left", async () => {
    await connect("one");
    await connect("two");
    expect(await deleteShop()).toBe('Application "shop" was deleted.');
    await expect
      .poll(listRevoked, { timeout: 20_000 })
      .toEqual(expect.arrayContaining(["one-access", "one-refresh", "two-access", "two-refresh"]));
    expect(new Set(listRevocations().map((form) => form.get("client_secret")))).toEqual(
      new Set(["client-secret-canary"]),
    );
    await expect.poll(listJobs, { timeout: 20_000 }).toEqual([]);
  });

  test("their member is deleted", async () => {
    const { accountUserId } = await hire(await connect("one"));
    await server.call("DELETE", `/v1/members/${accountUserId}`);
    await expect.poll(listRevoked, { timeout: 20_000 }).toEqual(["one-refresh", "one-access"]);
  });

  test("their owner's profile is deleted, and the connections are gone", async () => {
    const connectionId = await connect("one");
    const { key } = await hire(connectionId);
    const { status } = await server.request("/v1/auth/profile", {
      method: "DELETE",
      headers: { "x-api-key": key },
    });
    expect(status).toBe(200);
    await expect.poll(listRevoked, { timeout: 20_000 }).toEqual(["one-refresh", "one-access"]);
    const { rows } = await server.database.pool.query("select 1 from connection");
    expect(rows).toEqual([]);
  });

  test("the server ends just after it deleted the connection", async () => {
    const connectionId = await connect("one");
    await deleteConnectionRow(server.deps.db.kysely, connectionId, async (transaction, batch) => {
      await server.deps.jobs.addRevocations(transaction, batch, 120);
    });
    await makeDue();
    await expect.poll(listRevoked, { timeout: 20_000 }).toEqual(["one-refresh", "one-access"]);
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

test("a provider that fails is asked again, and the job has no secret that is not sealed", async () => {
  await connect("canary");
  server.provider.on("/revoke", respondWith(500, {}, "canary-refresh"));
  await deleteShop();
  await expect.poll(async () => (await listJobs())[0]?.state, { timeout: 20_000 }).toBe("retry");
  const [waiting] = await listJobs();
  for (const secret of ["canary-access", "canary-refresh", "client-secret-canary"]) {
    expect(waiting?.text).not.toContain(secret);
    expect(waiting?.text).not.toContain(Buffer.from(secret).toString("base64").slice(0, 12));
  }
  server.provider.on("/revoke", respondWithJson(200, {}));
  await makeDue();
  await expect.poll(listJobs, { timeout: 20_000 }).toEqual([]);
  expect(listRevoked().slice(-2)).toEqual(["canary-refresh", "canary-access"]);
});

test("nothing is kept after the last try", async () => {
  await connect("one");
  server.provider.on("/revoke", respondWith(503, {}, ""));
  await deleteShop();
  await expect.poll(async () => (await listJobs())[0]?.state, { timeout: 20_000 }).toBe("retry");
  await server.database.pool.query("update pgboss.job set retry_count = $1 where name = 'revoke-tokens'", [
    revocationTries - 2,
  ]);
  await makeDue();
  await expect.poll(listJobs, { timeout: 20_000 }).toEqual([]);
  expect(listRevoked()).toEqual(["one-refresh", "one-refresh"]);
});

test("a job whose last try a server did not survive is deleted without another", async () => {
  await connect("one");
  server.provider.on("/revoke", respondWith(503, {}, ""));
  await deleteShop();
  await expect.poll(async () => (await listJobs())[0]?.state, { timeout: 20_000 }).toBe("retry");
  await server.database.pool.query("update pgboss.job set retry_count = $1 where name = 'revoke-tokens'", [
    revocationTries,
  ]);
  await makeDue();
  await expect.poll(listJobs, { timeout: 20_000 }).toEqual([]);
  expect(listRevoked()).toEqual(["one-refresh"]);
});

test("a provider that refuses is asked once", async () => {
  await connect("one");
  server.provider.on("/revoke", respondWithJson(400, { error: "unsupported_token_type" }));
  await deleteShop();
  await expect.poll(listRevoked, { timeout: 20_000 }).toEqual(["one-refresh"]);
  await expect.poll(listJobs, { timeout: 20_000 }).toEqual([]);
});

test("a provider that hangs holds up no deletion, and of its connections one is revoked at a time", async () => {
  await connect("one");
  await connect("two");
  server.provider.on("/revoke", hang);
  expect(await deleteShop()).toBe('Application "shop" was deleted.');
  await expect.poll(listRevoked, { timeout: 20_000 }).toHaveLength(1);
  const states = (await listJobs()).map(({ state }) => state);
  expect(states.sort()).toEqual(["active", "created"]);
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

describe("deleting one connection", () => {
  test("leaves no job when the response says that its tokens were revoked", async () => {
    const connectionId = await connect("one");
    expect(await server.call("DELETE", `/v1/connections/${connectionId}`)).toMatch(/access was revoked/);
    expect(await listJobs()).toEqual([]);
  });

  test("says that it is tried again when the provider failed, and does that", async () => {
    const connectionId = await connect("one");
    server.provider.on("/revoke", respondWith(503, {}, ""));
    expect(await server.call("DELETE", `/v1/connections/${connectionId}`)).toMatch(
      /could not be revoked at the application yet, which is tried again for some hours.* returned 503/,
    );
    server.provider.on("/revoke", respondWithJson(200, {}));
    await makeDue();
    await expect.poll(listRevoked, { timeout: 20_000 }).toEqual(["one-refresh", "one-refresh", "one-access"]);
  });
});

test("what is a day old or has ended is deleted", async () => {
  await connect("one");
  await connect("two");
  server.provider.on("/revoke", respondWith(503, {}, ""));
  await deleteShop();
  const listStates = async () => (await listJobs()).map(({ state }) => state);
  await expect.poll(listStates, { timeout: 20_000 }).toEqual(["retry", "retry"]);
  await server.deps.jobs.pruneRevocations();
  expect(await listStates()).toEqual(["retry", "retry"]);
  await server.database.pool.query(
    "update pgboss.job set created_on = now() - interval '25 hours' where name = 'revoke-tokens'",
  );
  await server.deps.jobs.pruneRevocations();
  expect(await listStates()).toEqual([]);
});
