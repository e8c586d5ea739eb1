import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { respondWith, respondWithJson } from "../../testing/fault-server.ts";
import { openTestServer, type TestServer } from "../../testing/open-test-server.ts";
import { comeBack, type Issued, signIn, submitPage } from "../../testing/sign-in.ts";
import { deletePersonConnections } from "../db/people/delete-members.ts";
import { createLogger } from "../log/logger.ts";
import { openJobs } from "./jobs.ts";
import { revokeExpiredSignIns } from "./revoke-expired-sign-ins.ts";
import { revocationTries, runRevocation } from "./revoke-tokens.ts";

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer("http://localhost:4400");
});
afterAll(() => server?.close());
beforeEach(() => {
  server.provider.received.length = 0;
});
afterEach(async () => {
  server.provider.on("/revoke", respondWithJson(200, {}));
  await server.database.pool.query("delete from pgboss.job where name = 'revoke-tokens'");
  await server.database.pool.query("delete from connection");
  server.deps.rows.clear();
});

const issued: Issued = { access_token: "access-canary", refresh_token: "refresh-canary", expires_in: 3600 };

/** Lists the tokens that arrived at the revocation endpoint. */
const listRevoked = () =>
  server.provider.received
    .filter(({ target }) => target === "/revoke")
    .map(({ body }) => new URLSearchParams(body.toString()).get("token"));

interface JobRow {
  state: string;
  retry_count: number;
  text: string;
}

async function listJobs(): Promise<JobRow[]> {
  const { rows } = await server.database.pool.query<JobRow>(
    "select state, retry_count, job::text as text from pgboss.job where name = 'revoke-tokens'",
  );
  return rows;
}

/** Makes the jobs that wait begin now, and this try the one that is given. The queue counts a job on when it takes it up again. */
const hasten = (attempt: number) =>
  server.database.pool.query(
    `update pgboss.job set start_after = now(), retry_count = $1
      where name = 'revoke-tokens' and state in ('created', 'retry')`,
    [Math.max(attempt - 2, 0)],
  );

/** Has the Admin's connections deleted as those of a person who deletes the profile are. */
async function deleteConnections(connectionId: number): Promise<void> {
  const { rows } = await server.database.pool.query<{ id: number }>(
    "select account_user_id as id from connection where connection_id = $1",
    [connectionId],
  );
  const { kysely } = server.deps.db;
  const { user_id } = await kysely
    .selectFrom("account_user")
    .select("user_id")
    .where("account_user_id", "=", rows[0]?.id ?? 0)
    .executeTakeFirstOrThrow();
  await kysely.transaction().execute((transaction) =>
    deletePersonConnections(transaction, user_id, async (_transaction, batch) => {
      await server.deps.jobs.addRevocations(transaction, batch);
    }),
  );
  server.deps.rows.clear();
}

/** Deletes a connection whose provider fails, and waits until its job is to be tried again. */
async function failFirstTry(): Promise<void> {
  server.provider.on("/revoke", respondWith(500, {}, ""));
  await deleteConnections(await signIn(server, issued));
  await expect
    .poll(async () => (await listJobs()).map(({ state }) => state), { timeout: 20_000 })
    .toEqual(["retry"]);
}

test("the tokens of a person's connections are revoked once, and then nothing is kept", async () => {
  await deleteConnections(await signIn(server, issued));
  await expect.poll(listRevoked, { timeout: 20_000 }).toEqual(["refresh-canary", "access-canary"]);
  await expect.poll(listJobs, { timeout: 20_000 }).toEqual([]);
  expect(listRevoked()).toHaveLength(2);
});

test("a provider that fails is asked again, and the job has no secret that is not sealed", async () => {
  await failFirstTry();
  const [job] = await listJobs();
  expect(job?.text).toContain("/revoke");
  expect(job?.text).not.toContain("canary");
  server.provider.received.length = 0;
  server.provider.on("/revoke", respondWithJson(200, {}));
  await hasten(2);
  await expect.poll(listRevoked, { timeout: 20_000 }).toEqual(["refresh-canary", "access-canary"]);
  await expect.poll(listJobs, { timeout: 20_000 }).toEqual([]);
});

test("nothing is kept after the last try", async () => {
  await failFirstTry();
  server.provider.received.length = 0;
  await hasten(revocationTries);
  await expect.poll(listJobs, { timeout: 20_000 }).toEqual([]);
  expect(listRevoked()).toEqual(["refresh-canary"]);
});

test("a try that ended with its server does not prolong the tries", async () => {
  await failFirstTry();
  server.provider.received.length = 0;
  await hasten(revocationTries + 1);
  await expect.poll(listJobs, { timeout: 20_000 }).toEqual([]);
  expect(listRevoked()).toEqual([]);
});

test("jobs that no server took up are deleted after a day", async () => {
  await failFirstTry();
  await server.deps.jobs.pruneRevocations();
  expect(await listJobs()).toHaveLength(1);
  await server.database.pool.query(
    "update pgboss.job set created_on = now() - interval '25 hours' where name = 'revoke-tokens'",
  );
  await server.deps.jobs.pruneRevocations();
  expect(await listJobs()).toEqual([]);
});

test("with two servers, tokens are revoked once", async () => {
  const log = createLogger({ level: "silent", isTerminal: false });
  const other = await openJobs(server.database.pool, log);
  try {
    await other.start({
      "refresh-objects": async () => undefined,
      "refresh-objects-given-up": async () => undefined,
      "prune-history": async () => undefined,
      "count-history": async () => undefined,
      "revoke-tokens": (data, attempt) => runRevocation(server.deps, data, attempt),
    });
    const first = await signIn(server, { ...issued, refresh_token: "one" });
    await signIn(server, { ...issued, refresh_token: "two" });
    await deleteConnections(first);
    await expect
      .poll(() => listRevoked().sort(), { timeout: 20_000 })
      .toEqual(["access-canary", "access-canary", "one", "two"]);
    await expect.poll(listJobs, { timeout: 20_000 }).toEqual([]);
    expect(listRevoked()).toHaveLength(4);
  } finally {
    await other.close();
  }
});

test("a deletion leaves a job for the case that its server is killed, and revoking twice is harmless", async () => {
  const connectionId = await signIn(server, issued);
  const releases: (() => void)[] = [];
  server.provider.on("/revoke", (received, response) => {
    releases.push(() => respondWithJson(200, {})(received, response));
  });
  const deleting = server.call<string>("DELETE", `/v1/connections/${connectionId}`);
  await expect.poll(() => releases.length, { timeout: 20_000 }).toBe(1);
  expect((await listJobs()).map(({ state }) => state)).toEqual(["created"]);
  server.provider.on("/revoke", respondWithJson(200, {}));
  await hasten(1);
  await expect.poll(listJobs, { timeout: 20_000 }).toEqual([]);
  expect(listRevoked()).toEqual(["refresh-canary", "refresh-canary", "access-canary"]);
  releases[0]?.();
  expect(await deleting).toMatch(/was revoked/);
});

test("a deletion that revoked the tokens leaves no job, and one whose provider fails leaves it", async () => {
  await server.call("DELETE", `/v1/connections/${await signIn(server, issued)}`);
  expect(await listJobs()).toEqual([]);
  server.provider.on("/revoke", respondWith(500, {}, ""));
  const sentence = await server.call("DELETE", `/v1/connections/${await signIn(server, issued)}`);
  expect(sentence).toMatch(/could not be revoked at the application yet, which is tried again/);
  expect(await listJobs()).toHaveLength(1);
});

/** Lets all sign-ins be over for a while, and does what happens once an hour. */
async function expireSignIns(): Promise<void> {
  await server.database.pool.query("update sign_in set expires_date = now() - interval '11 minutes'");
  await revokeExpiredSignIns({ ...server.deps, db: server.deps.db.background });
}

test("the tokens of a sign-in that nobody confirms are revoked once it has expired, and only once", async () => {
  const { state } = await comeBack(server, issued);
  await expireSignIns();
  await expireSignIns();
  await expect.poll(listRevoked, { timeout: 20_000 }).toEqual(["refresh-canary", "access-canary"]);
  await expect.poll(listJobs, { timeout: 20_000 }).toEqual([]);
  expect(listRevoked()).toHaveLength(2);
  const { rows } = await server.database.pool.query("select 1 from sign_in where sealed_secrets is not null");
  expect(rows).toEqual([]);
  const path = `/v1/connections/SignInResult?state=${state}`;
  expect(await server.call("GET", path)).toMatchObject({ status: "expired" });
});

test("tokens that would have renewed a connection are dropped, since revoking them may end the connection", async () => {
  const connectionId = await signIn(server, issued);
  const { page } = await comeBack(server, issued, { connectionId });
  expect(page.status).toBe(200);
  await expireSignIns();
  const { rows } = await server.database.pool.query("select 1 from sign_in where sealed_secrets is not null");
  expect(rows).toEqual([]);
  expect(await listJobs()).toEqual([]);
});

test("a sign-in that is refused while the provider fails is revoked later", async () => {
  const { page } = await comeBack(server, issued);
  server.provider.on("/revoke", respondWith(500, {}, ""));
  const refusal = await submitPage(server, page, "refuse");
  expect(await refusal.text()).toMatch(/could not be revoked at the application yet, which is tried again/);
  server.provider.received.length = 0;
  server.provider.on("/revoke", respondWithJson(200, {}));
  await hasten(1);
  await expect.poll(listRevoked, { timeout: 20_000 }).toEqual(["refresh-canary", "access-canary"]);
  await expect.poll(listJobs, { timeout: 20_000 }).toEqual([]);
});

test("the tokens are revoked although their application and its client are gone", async () => {
  await signIn(server, issued);
  await server.call("DELETE", "/v1/applications/shop?force=true");
  await expect.poll(listRevoked, { timeout: 20_000 }).toEqual(["refresh-canary", "access-canary"]);
  await expect.poll(listJobs, { timeout: 20_000 }).toEqual([]);
  expect(listRevoked()).toHaveLength(2);
  const [request] = server.provider.received.filter(({ target }) => target === "/revoke");
  expect(new URLSearchParams(request?.body.toString()).get("client_id")).toBe("client");
});
