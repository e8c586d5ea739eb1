import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Received, respondWith, respondWithJson } from "../../../testing/fault-server.ts";
import { openTestServer, type TestServer } from "../../../testing/open-test-server.ts";
import { type Issued, signIn } from "../../../testing/sign-in.ts";
import { openSecrets } from "../../connections/open-secrets.ts";
import { takeRenewalLease } from "../../db/connections/connection-tokens.ts";
import { loadConnection } from "../../db/connections/connections.ts";
import { openTokenKeeper } from "./token-keeper.ts";

let server: TestServer;
beforeAll(async () => {
  server = await openTestServer("http://localhost:4400");
});
afterAll(() => server?.close());
beforeEach(() => {
  server.provider.on("/items", respondWithItems);
});

interface Executed {
  isSuccess: boolean;
  errorMessage: string | null;
  output: unknown;
}

/** Responds with the length of the token received. */
const respondWithItems = (received: Received, response: Parameters<ReturnType<typeof respondWith>>[1]) =>
  respondWithJson(200, { token: received.headers.authorization?.toString().slice("Bearer ".length).length })(
    received,
    response,
  );

const connect = (issued: Partial<Issued> = {}) =>
  signIn(server, {
    access_token: "first-access",
    refresh_token: "first-refresh",
    expires_in: 3600,
    ...issued,
  });
const execute = (connectionId: number) =>
  server.call<Executed>("POST", `/v1/tools/shop_list_items/execute?connectionId=${connectionId}`, {});
const tokenCalls = () => server.provider.received.filter(({ target }) => target === "/token").length;

/** Makes the token due, and expired if asked. */
async function age(connectionId: number, { isExpired }: { isExpired: boolean }): Promise<void> {
  await server.database.pool.query(
    `update connection set token_due_date = now() - interval '1 minute',
      token_expires_date = now() + case when $2 then interval '-1 second' else interval '1 hour' end
      where connection_id = $1`,
    [connectionId, isExpired],
  );
  server.deps.rows.clear();
}

async function load(connectionId: number) {
  const row = await loadConnection(server.deps.db.kysely, connectionId);
  if (row === null) {
    throw new Error("The connection is gone.");
  }
  return row;
}
const secretsOf = async (connectionId: number) => openSecrets(server.deps.vault, await load(connectionId));

describe("a token that is due", () => {
  test("is renewed before the call, and the rotated refresh token is kept", async () => {
    const connectionId = await connect();
    await age(connectionId, { isExpired: true });
    server.provider.on("/token", respondWithJson(200, { access_token: "second", refresh_token: "rotated" }));
    expect(await execute(connectionId)).toMatchObject({ isSuccess: true, output: { token: 6 } });
    expect(await secretsOf(connectionId)).toEqual({ token: "second", refreshToken: "rotated" });
  });

  test("keeps its refresh token when the provider sends no other, and does not touch updatedDate", async () => {
    const connectionId = await connect();
    const { updatedDate } = await load(connectionId);
    await age(connectionId, { isExpired: true });
    server.provider.on("/token", respondWithJson(200, { access_token: "second", expires_in: 60 }));
    await execute(connectionId);
    expect(await secretsOf(connectionId)).toEqual({ token: "second", refreshToken: "first-refresh" });
    expect((await load(connectionId)).updatedDate).toEqual(updatedDate);
  });

  test("is still used while it is valid and the provider is down, without a request at every call", async () => {
    const connectionId = await connect();
    await age(connectionId, { isExpired: false });
    server.provider.on("/token", respondWith(503, {}, ""));
    const before = tokenCalls();
    expect(await execute(connectionId)).toMatchObject({ isSuccess: true });
    expect(await execute(connectionId)).toMatchObject({ isSuccess: true });
    expect(tokenCalls() - before).toBe(1);
    expect((await load(connectionId)).status).toBe("active");
  });

  test("makes the call fail when it is expired and the provider is down, and leaves the connection active", async () => {
    const connectionId = await connect();
    await age(connectionId, { isExpired: true });
    server.provider.on("/token", respondWith(503, {}, ""));
    expect(await execute(connectionId)).toMatchObject({ isSuccess: false, output: null });
    expect((await load(connectionId)).status).toBe("active");
  });

  test("leaves the connection active when the provider refuses our client", async () => {
    const connectionId = await connect();
    await age(connectionId, { isExpired: true });
    server.provider.on("/token", respondWithJson(401, { error: "invalid_client" }));
    expect((await execute(connectionId)).errorMessage).toContain("invalid_client");
    expect((await load(connectionId)).status).toBe("active");
  });

  test("without a refresh token ends the connection, with a link to sign in", async () => {
    const connectionId = await signIn(server, { access_token: "only-access", expires_in: 3600 });
    await age(connectionId, { isExpired: true });
    const { errorMessage } = await execute(connectionId);
    expect(errorMessage).toContain(`Sign in again: ${server.provider.url}/authorize?`);
    expect(await load(connectionId)).toMatchObject({ status: "expired" });
    // The link is the same while it is valid.
    expect((await execute(connectionId)).errorMessage).toBe(errorMessage);
    // It is in the response and nowhere else (decisions D79).
    const { items } = await server.call<{ items: { errorMessage: string | null }[] }>(
      "GET",
      "/v1/executions",
    );
    expect(items[0]?.errorMessage).toMatch(/^The authorization has ended/);
    expect(JSON.stringify(items)).not.toContain("/authorize");
  });
});

describe("the lease", () => {
  test("of a dead process is taken over when it expires", async () => {
    const connectionId = await connect();
    await age(connectionId, { isExpired: true });
    const { tokenVersion } = await load(connectionId);
    const { kysely } = server.deps.db;
    const longMs = 600_000;
    expect(await takeRenewalLease(kysely, connectionId, tokenVersion, randomUUID(), longMs)).toEqual({
      isTakenOver: false,
    });
    expect(await takeRenewalLease(kysely, connectionId, tokenVersion, randomUUID(), longMs)).toBe(null);
    server.provider.on("/token", respondWithJson(200, { access_token: "second" }));
    const begin = performance.now();
    await server.database.pool.query(
      "update connection set renewing_until = now() + interval '300 milliseconds' where connection_id = $1",
      [connectionId],
    );
    expect(await execute(connectionId)).toMatchObject({ isSuccess: true });
    expect(performance.now() - begin).toBeGreaterThanOrEqual(300);
  });

  test("of a process that finds the authorization ended ends the wait of the others", async () => {
    const connectionId = await connect();
    await age(connectionId, { isExpired: true });
    const { tokenVersion } = await load(connectionId);
    await takeRenewalLease(server.deps.db.kysely, connectionId, tokenVersion, randomUUID(), 600_000);
    const waiting = execute(connectionId);
    await sleep(300);
    await server.database.pool.query(
      "update connection set status = 'expired', status_reason = 'It was withdrawn.' where connection_id = $1",
      [connectionId],
    );
    expect((await waiting).errorMessage).toContain("It was withdrawn.");
  });

  test("is not given for a token that has been renewed", async () => {
    const connectionId = await connect();
    const { tokenVersion } = await load(connectionId);
    const { kysely } = server.deps.db;
    expect(await takeRenewalLease(kysely, connectionId, tokenVersion - 1, randomUUID(), 300)).toBe(null);
  });

  const takeOver = (connectionId: number) =>
    server.database.pool.query("update connection set renewing_by = $2 where connection_id = $1", [
      connectionId,
      randomUUID(),
    ]);

  test("that another process takes over while the provider responds does not lose the token", async () => {
    const connectionId = await connect();
    await age(connectionId, { isExpired: true });
    server.provider.on("/token", async (received, response) => {
      await takeOver(connectionId);
      respondWithJson(200, { access_token: "late", refresh_token: "rotated" })(received, response);
    });
    expect(await execute(connectionId)).toMatchObject({ isSuccess: true, output: { token: 4 } });
    expect(await secretsOf(connectionId)).toEqual({ token: "late", refreshToken: "rotated" });
  });

  test("that another process takes over before the request leaves the request to that one", async () => {
    const connectionId = await connect();
    await age(connectionId, { isExpired: false });
    const { pool } = server.database;
    await pool.query(
      `create function take_over() returns trigger language plpgsql as
        $$ begin new.renewing_by := gen_random_uuid(); return new; end $$;
      create trigger take_over before update of renewing_by on connection
        for each row when (new.renewing_by is not null) execute function take_over()`,
    );
    const before = tokenCalls();
    try {
      expect(await execute(connectionId)).toMatchObject({ isSuccess: true, output: { token: 12 } });
      expect(tokenCalls()).toBe(before);
    } finally {
      await pool.query("drop function take_over cascade");
    }
  });

  test("of a connection that is deleted before the request does not say that another server renews", async () => {
    const connectionId = await connect();
    await age(connectionId, { isExpired: true });
    const { pool } = server.database;
    await pool.query(
      `create function delete_first() returns trigger language plpgsql as
        $$ begin delete from connection where connection_id = old.connection_id; return null; end $$;
      create trigger delete_first before update of renewing_until on connection
        for each row when (new.renewing_by = old.renewing_by) execute function delete_first()`,
    );
    const before = tokenCalls();
    try {
      expect((await execute(connectionId)).errorMessage).toContain("The connection was deleted.");
      expect(tokenCalls()).toBe(before);
    } finally {
      await pool.query("drop function delete_first cascade");
    }
  });

  test("keeps no transaction open during the call to the provider", async () => {
    const connectionId = await connect();
    await age(connectionId, { isExpired: true });
    let open: number | undefined;
    server.provider.on("/token", async (received, response) => {
      const { rows } = await server.database.pool.query(
        "select count(*)::int as open from pg_stat_activity where datname = current_database() and state like 'idle in%'",
      );
      open = rows[0].open;
      respondWithJson(200, { access_token: "second" })(received, response);
    });
    await execute(connectionId);
    expect(open).toBe(0);
  });

  test("of a connection deleted meanwhile revokes the tokens just issued", async () => {
    const connectionId = await connect();
    await age(connectionId, { isExpired: true });
    server.provider.on("/token", async (received, response) => {
      await server.database.pool.query("delete from connection where connection_id = $1", [connectionId]);
      respondWithJson(200, { access_token: "orphan-access", refresh_token: "orphan-refresh" })(
        received,
        response,
      );
    });
    expect(await execute(connectionId)).toMatchObject({ isSuccess: false });
    const revoked = server.provider.received
      .filter(({ target }) => target === "/revoke")
      .map(({ body }) => new URLSearchParams(body.toString()).get("token"));
    expect(revoked).toEqual(expect.arrayContaining(["orphan-refresh", "orphan-access"]));
  });

  test.each([
    ["has revoked its tokens", 400, { error: "invalid_grant" }],
    ["is down", 503, {}],
  ])(
    "of a connection deleted meanwhile says so when the provider %s, and sends no call",
    async (_, status, body) => {
      const connectionId = await connect();
      await age(connectionId, { isExpired: false });
      server.provider.on("/token", async (received, response) => {
        await server.database.pool.query("delete from connection where connection_id = $1", [connectionId]);
        respondWithJson(status, body)(received, response);
      });
      server.provider.received.length = 0;
      const { errorMessage } = await execute(connectionId);
      expect(errorMessage).toBe("The connection was deleted.");
      expect(server.provider.received.map(({ target }) => target)).toEqual(["/token"]);
    },
  );
});

test("a rotated refresh token is not lost when the database is unavailable for a moment", async () => {
  const connectionId = await connect();
  await age(connectionId, { isExpired: true });
  server.provider.on("/token", async (received, response) => {
    const { pool } = server.database;
    await pool.query("alter table connection rename to connection_away");
    setTimeout(() => pool.query("alter table connection_away rename to connection"), 600);
    respondWithJson(200, { access_token: "second", refresh_token: "rotated" })(received, response);
  });
  expect(await execute(connectionId)).toMatchObject({ isSuccess: true });
  expect(await secretsOf(connectionId)).toEqual({ token: "second", refreshToken: "rotated" });
});

describe("a rotated refresh token is not lost when the database is unavailable for long", () => {
  /** Has a renewal fail to store its tokens. */
  const renewInOutage = async () => {
    const connectionId = await connect();
    await age(connectionId, { isExpired: true });
    const { pool } = server.database;
    server.provider.on("/token", async (received, response) => {
      await pool.query("alter table connection rename to connection_away");
      respondWithJson(200, { access_token: "second", refresh_token: "rotated" })(received, response);
    });
    const row = await load(connectionId);
    const path = `/v1/tools/shop_list_items/execute?connectionId=${connectionId}`;
    const headers = { "x-api-key": server.apiKey, "content-type": "application/json" };
    const { status } = await server.request(path, { method: "POST", headers, body: "{}" });
    expect(status).toBe(500);
    return row;
  };
  const endOutage = async () => {
    await server.database.pool.query("alter table connection_away rename to connection");
    await server.database.pool.query("update connection set renewing_until = now()");
  };

  test("and a call of the same process stores it", async () => {
    const { connectionId } = await renewInOutage();
    await endOutage();
    const before = tokenCalls();
    expect(await execute(connectionId)).toMatchObject({ isSuccess: true, output: { token: 6 } });
    expect(tokenCalls()).toBe(before);
    expect(await secretsOf(connectionId)).toEqual({ token: "second", refreshToken: "rotated" });
  });

  test("and another process that takes over the lease waits for it, and does not redeem the former one again", async () => {
    const row = await renewInOutage();
    await endOutage();
    const before = tokenCalls();
    const renewal = await openTokenKeeper(server.deps).renew(row);
    expect(renewal).toMatchObject({ ok: true, connection: { tokenVersion: row.tokenVersion + 1 } });
    expect(tokenCalls()).toBe(before);
    expect(await secretsOf(row.connectionId)).toEqual({ token: "second", refreshToken: "rotated" });
  });
});

test("a refresh token that another process has used up does not fail the call once its successor is stored", async () => {
  const connectionId = await connect();
  await age(connectionId, { isExpired: true });
  server.provider.on("/token", async (received, response) => {
    await server.database.pool.query(
      `update connection set token_version = token_version + 1, renewing_by = null, renewing_until = null,
        token_due_date = null, token_expires_date = null where connection_id = $1`,
      [connectionId],
    );
    respondWithJson(400, { error: "invalid_grant" })(received, response);
  });
  expect(await execute(connectionId)).toMatchObject({ isSuccess: true, output: { token: 12 } });
  expect((await load(connectionId)).status).toBe("active");
});

test("a token that is pasted during a renewal is kept", async () => {
  const connectionId = await connect();
  await age(connectionId, { isExpired: true });
  server.provider.on("/token", async (received, response) => {
    await server.call("PATCH", `/v1/connections/${connectionId}`, { fields: { token: "pasted" } });
    respondWithJson(200, { access_token: "second", refresh_token: "rotated" })(received, response);
  });
  expect(await execute(connectionId)).toMatchObject({ isSuccess: true, output: { token: 6 } });
  expect(await secretsOf(connectionId)).toEqual({ token: "pasted" });
});

describe("PATCH", () => {
  const patch = (connectionId: number, body: object) =>
    server.call("PATCH", `/v1/connections/${connectionId}`, body);

  test("does not change the tokens of a sign-in", async () => {
    const connectionId = await connect();
    await patch(connectionId, { name: "Renamed", fields: {} });
    expect(await secretsOf(connectionId)).toEqual({ token: "first-access", refreshToken: "first-refresh" });
    expect(await load(connectionId)).toMatchObject({ isTokenRenewable: true });
  });

  test("with a pasted token drops the refresh token of the former one", async () => {
    const connectionId = await connect();
    await patch(connectionId, { fields: { token: "pasted" } });
    expect(await secretsOf(connectionId)).toEqual({ token: "pasted" });
    expect(await load(connectionId)).toMatchObject({ isTokenRenewable: false, tokenDueDate: null });
  });
});

test("a refresh token in the application's response is masked", async () => {
  const connectionId = await connect({ refresh_token: "refresh-canary" });
  server.provider.on("/items", respondWithJson(200, { echo: "refresh-canary" }));
  expect((await execute(connectionId)).output).toEqual({ echo: "***" });
});

test("deleting a connection revokes its tokens, or says why it could not", async () => {
  const remove = async (connectionId: number) => server.call("DELETE", `/v1/connections/${connectionId}`);
  expect(await remove(await connect())).toMatch(/Its access was revoked at the application\.$/);
  server.provider.on("/revoke", respondWith(503, {}, ""));
  expect(await remove(await connect())).toMatch(/could not be revoked .*returned 503/);
});
