import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { respondWith, respondWithJson } from "../../testing/fault-server.ts";
import { openTestServer, type TestServer } from "../../testing/open-test-server.ts";
import { comeBack, type Issued, signIn, submitPage } from "../../testing/sign-in.ts";
import { deletePersonConnections } from "../db/people/delete-members.ts";
import { createLogger } from "../log/logger.ts";
import { deleteOldRows } from "./delete-old-rows.ts";
import { openJobs } from "./jobs.ts";
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
  await server.database.pool.query("delete from sign_in");
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

/** Lets all sign-ins be over for a while. */
async function expireSignIns(): Promise<void> {
  await server.database.pool.query("update sign_in set expires_date = now() - interval '11 minutes'");
  await hasten(1);
}

const hasEnded = async () => {
  await expect.poll(listJobs, { timeout: 20_000 }).toEqual([]);
};

test("the tokens of a sign-in that nobody confirms are revoked once it has expired, and only once", async () => {
  const { state } = await comeBack(server, issued);
  expect(listRevoked()).toEqual([]);
  const [job] = await listJobs();
  expect(job?.text).not.toContain("canary");
  await expireSignIns();
  await hasEnded();
  expect(listRevoked()).toEqual(["refresh-canary", "access-canary"]);
  const path = `/v1/connections/SignInResult?state=${state}`;
  expect(await server.call("GET", path)).toMatchObject({ status: "expired" });
});

test("the secrets of sign-ins that are over are deleted", async () => {
  await comeBack(server, issued);
  await server.database.pool.query("update sign_in set expires_date = now() - interval '11 minutes'");
  await deleteOldRows(server.deps.db.kysely, 30, Date.now());
  const { rows } = await server.database.pool.query("select 1 from sign_in where sealed_secrets is not null");
  expect(rows).toEqual([]);
});

test("a confirmed sign-in leaves no job, and its tokens are not revoked", async () => {
  await signIn(server, issued);
  expect(await listJobs()).toEqual([]);
  expect(listRevoked()).toEqual([]);
});

test("the job waits until no confirmation can be under way", async () => {
  await comeBack(server, issued);
  const { rows } = await server.database.pool.query(
    `select j.start_after > s.expires_date + interval '10 minutes' as "isLater"
      from pgboss.job j, sign_in s where j.name = 'revoke-tokens'`,
  );
  expect(rows).toEqual([{ isLater: true }]);
});

test("a sign-in is not confirmed once the job that revokes its tokens has begun", async () => {
  const { page, state } = await comeBack(server, issued);
  await server.database.pool.query("update pgboss.job set state = 'active' where name = 'revoke-tokens'");
  expect(await (await submitPage(server, page, "confirm")).text()).toMatch(/came too late/);
  const path = `/v1/connections/SignInResult?state=${state}`;
  expect(await server.call("GET", path)).toMatchObject({ status: "failed", connectionId: null });
  expect(listRevoked()).toEqual(["refresh-canary", "access-canary"]);
});

describe("the tokens of a sign-in that was not confirmed are dropped, since revoking them may end a connection, when", () => {
  test("they would have renewed the connection", async () => {
    const connectionId = await signIn(server, issued);
    const { page } = await comeBack(server, issued, { connectionId });
    expect(page.status).toBe(200);
    await expireSignIns();
    await hasEnded();
    expect(listRevoked()).toEqual([]);
  });

  test("their person has begun again, and connected the same account", async () => {
    await comeBack(server, issued);
    await signIn(server, { ...issued, access_token: "second" });
    await expireSignIns();
    await hasEnded();
    expect(listRevoked()).toEqual([]);
  });
});

test("the tokens of another account are revoked although there is a connection", async () => {
  await signIn(server, issued);
  const { page } = await comeBack(server, issued, {}, "grace");
  expect(await page.text()).toContain("grace");
  await expireSignIns();
  await hasEnded();
  expect(listRevoked()).toEqual(["refresh-canary", "access-canary"]);
});

describe("the tokens of a sign-in are revoked when", () => {
  const expectRevoked = async () => {
    await hasten(1);
    await hasEnded();
    expect(listRevoked()).toEqual(["refresh-canary", "access-canary"]);
  };

  test("the connection that it renews is deleted", async () => {
    const connectionId = await signIn(server, { access_token: "first" });
    await comeBack(server, issued, { connectionId });
    await server.database.pool.query("delete from connection");
    await expectRevoked();
  });

  test("its member is deleted", async () => {
    const { page } = await comeBack(server, issued);
    expect(page.status).toBe(200);
    const member = { kind: "service", fullName: "Agent", email: "agent@example.com", role: "Member" };
    const { accountUserId } = await server.call<{ accountUserId: number }>("POST", "/v1/members", member);
    await server.database.pool.query("update sign_in set account_user_id = $1 where status = 'authorized'", [
      accountUserId,
    ]);
    await server.call("DELETE", `/v1/members/${accountUserId}`);
    await expectRevoked();
  });

  test("what the provider issued cannot be used", async () => {
    const { page } = await comeBack(server, { ...issued, access_token: "access-canary\nx" });
    expect(await page.text()).toMatch(/line break/);
    await hasten(1);
    await hasEnded();
    expect(listRevoked()).toEqual(["refresh-canary", "access-canary\nx"]);
  });

  test("the server fails before it asks for the confirmation", async () => {
    await server.database.pool.query(
      "alter table sign_in add constraint fails check (browser_hash is null) not valid",
    );
    const { page } = await comeBack(server, issued).finally(() =>
      server.database.pool.query("alter table sign_in drop constraint fails"),
    );
    expect(page.status).toBe(500);
    await expectRevoked();
  });

  test("its application is deleted while it is confirmed", async () => {
    const { page } = await comeBack(server, issued);
    await server.database.pool.query(
      `create function delete_application() returns trigger language plpgsql as
        $$ begin raise foreign_key_violation; end $$;
      create trigger delete_application before insert on connection
        for each row execute function delete_application()`,
    );
    const outcome = await submitPage(server, page, "confirm").finally(() =>
      server.database.pool.query("drop function delete_application cascade"),
    );
    expect(await outcome.text()).toMatch(/was deleted meanwhile.*was revoked at the application/);
    expect(listRevoked()).toEqual(["refresh-canary", "access-canary"]);
    expect(await listJobs()).toEqual([]);
  });

  test("no job can be added", async () => {
    await server.database.pool.query(
      "alter table pgboss.job_common add constraint fails check (name <> 'revoke-tokens') not valid",
    );
    const { page } = await comeBack(server, issued).finally(() =>
      server.database.pool.query("alter table pgboss.job_common drop constraint fails"),
    );
    expect(page.status).toBe(500);
    expect(listRevoked()).toEqual(["refresh-canary", "access-canary"]);
  });
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

/** Has a connection deleted while its token is renewed and its provider revokes none, and hastens the jobs once it does. */
async function deleteDuringRenewal(there: TestServer, deletion: () => Promise<unknown>): Promise<void> {
  const connectionId = await signIn(there, { ...issued, refresh_token: "first-refresh" });
  there.provider.on("/revoke", respondWith(500, {}, ""));
  there.provider.on("/token", async (received, response) => {
    await deletion();
    respondWithJson(200, issued)(received, response);
  });
  await there.database.pool.query("update connection set token_due_date = now(), token_expires_date = now()");
  there.deps.rows.clear();
  const path = `/v1/tools/shop_list_items/execute?connectionId=${connectionId}`;
  expect(await there.call("POST", path, {})).toMatchObject({ isSuccess: false });
  there.provider.received.length = 0;
  there.provider.on("/revoke", respondWithJson(200, {}));
  await there.database.pool.query("update pgboss.job set start_after = now() where name = 'revoke-tokens'");
}

test("tokens that are renewed while their connection is deleted are revoked later when the provider fails", async () => {
  await deleteDuringRenewal(server, () => server.database.pool.query("delete from connection"));
  expect((await listJobs()).map(({ text }) => text.includes("canary"))).toEqual([false]);
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

describe("tokens are revoked although their application is deleted", () => {
  let other: TestServer;
  beforeEach(async () => {
    other = await openTestServer("http://localhost:4400");
  });
  afterEach(() => other.close());

  const listRevokedThere = () =>
    other.provider.received
      .filter(({ target }) => target === "/revoke")
      .map(({ body }) => new URLSearchParams(body.toString()).get("token"));

  test("before their sign-in is confirmed", async () => {
    const { page } = await comeBack(other, issued);
    await other.call("DELETE", "/v1/applications/shop");
    const { rows } = await other.database.pool.query("select 1 from sign_in");
    expect(rows).toEqual([]);
    await other.database.pool.query("update pgboss.job set start_after = now() where name = 'revoke-tokens'");
    await expect.poll(listRevokedThere, { timeout: 20_000 }).toEqual(["refresh-canary", "access-canary"]);
    expect(await (await submitPage(other, page, "confirm")).text()).toMatch(/unknown/);
  });

  test("while a token is renewed", async () => {
    await deleteDuringRenewal(other, () => other.call("DELETE", "/v1/applications/shop?force=true"));
    const renewed = ["refresh-canary", "access-canary"];
    await expect.poll(listRevokedThere, { timeout: 20_000 }).toEqual(expect.arrayContaining(renewed));
  });

  test("while the code is exchanged", async () => {
    other.provider.on("/token", async (received, response) => {
      await other.call("DELETE", "/v1/applications/shop");
      respondWithJson(200, { token_type: "bearer", ...issued })(received, response);
    });
    const path = "/v1/connections/GetSignInUrl";
    const { state } = await other.call<{ state: string }>("POST", path, { applicationSlug: "shop" });
    const page = await other.request(`/oauth/callback?code=the-code&state=${state}`);
    expect(await page.text()).toMatch(/was deleted meanwhile/);
    expect(listRevokedThere()).toEqual(["refresh-canary", "access-canary"]);
  });
});
