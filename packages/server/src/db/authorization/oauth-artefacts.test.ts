import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../testing/test-database.ts";
import { seedCompany } from "../../../testing/test-rows.ts";
import {
  consumeArtefact,
  loadArtefact,
  pruneAuthorizationServer,
  type Redemption,
  saveArtefact,
  settleArtefact,
} from "./oauth-artefacts.ts";
import { deleteGrant, saveGrantRow } from "./oauth-grants.ts";
import { makeRoomForClient, saveClient } from "./registered-clients.ts";

const model = "AuthorizationCode";
let db: TestDatabase;
let accountUserId: number;
beforeAll(async () => {
  db = await createTestDatabase();
  ({ accountUserId } = await seedCompany(db.kysely));
});
afterAll(() => db.drop());

const save = (id: string, grantJti: string | null = null, expiresInSeconds = 60) =>
  saveArtefact(
    db.kysely,
    { model, id },
    { grantJti, userCode: null, payload: "{}", expiresInSeconds, networkHash: null },
  );

const saveGrant = (jti: string, clientId: string, expiresDate: Date) =>
  saveGrantRow(db.kysely, {
    jti,
    clientId,
    clientName: clientId,
    accountUserId,
    resource: "https://bowline.test/v1",
    scopes: [],
    toolsetId: null,
    isReadOnly: false,
    payload: "{}",
    expiresDate,
  });

test("of many that consume an artefact at once exactly one succeeds", async () => {
  await save("code");
  const attempts = Array.from({ length: 20 }, () => consumeArtefact(db.kysely, model, "code"));
  expect((await Promise.all(attempts)).filter(Boolean)).toHaveLength(1);
  expect((await loadArtefact(db.kysely, model, "code"))?.consumedDate).toBeInstanceOf(Date);
});

/** As if the process that redeems had died a while ago. */
const abandon = (id: string) =>
  db.pool.query(
    "update oauth_artefact set consumed_date = now() - interval '4 seconds' where id_hash = sha256($1::bytea)",
    [Buffer.from(id)],
  );

async function consume(id: string): Promise<Redemption> {
  const redemption = await consumeArtefact(db.kysely, model, id);
  if (redemption === null) {
    throw new Error("It was consumed before.");
  }
  return redemption;
}

test("a redemption is over when it is settled, and then nobody redeems it again", async () => {
  await save("settled");
  const redemption = await consume("settled");
  const read = async () => (await loadArtefact(db.kysely, model, "settled"))?.settledMsAgo;
  expect(await read()).toBeNull();
  expect(await settleArtefact(db.kysely, redemption)).toBe(true);
  expect(await read()).toBeGreaterThanOrEqual(0);
  expect(await settleArtefact(db.kysely, redemption)).toBe(false);
  await abandon("settled");
  expect(await consumeArtefact(db.kysely, model, "settled")).toBeNull();
});

test("what a process consumed that died can be redeemed again, and only by one", async () => {
  await save("abandoned");
  const first = await consume("abandoned");
  await abandon("abandoned");
  expect((await loadArtefact(db.kysely, model, "abandoned"))?.consumedDate).toBeNull();
  const attempts = Array.from({ length: 20 }, () => consumeArtefact(db.kysely, model, "abandoned"));
  const [second, ...others] = (await Promise.all(attempts)).filter((attempt) => attempt !== null);
  expect(others).toEqual([]);
  expect(await settleArtefact(db.kysely, first)).toBe(false);
  expect(second && (await settleArtefact(db.kysely, second))).toBe(true);
});

test("a client stays for a month after its last grant ended", async () => {
  await saveClient(db.kysely, { clientId: "withdrawn", name: "x", accountUserId: null, metadata: "{}" });
  await db.pool.query("update registered_client set created_date = now() - interval '100 days'");
  await saveGrant("of-withdrawn", "withdrawn", new Date(Date.now() + 60_000));
  await deleteGrant(db.kysely, "of-withdrawn");
  const count = async () =>
    (await db.pool.query("select 1 from registered_client where client_id = 'withdrawn'")).rowCount;
  await pruneAuthorizationServer(db.kysely);
  expect(await count()).toBe(1);
  await db.pool.query("update registered_client set used_date = now() - interval '31 days'");
  await pruneAuthorizationServer(db.kysely);
  expect(await count()).toBe(0);
});

test("clients that nobody uses make room for new ones, the oldest first, but not those of the last hour", async () => {
  await db.pool.query("delete from registered_client");
  for (const [index, clientId] of ["oldest", "older", "allowed", "new"].entries()) {
    await saveClient(db.kysely, { clientId, name: "x", accountUserId: null, metadata: "{}" });
    const age = clientId === "new" ? 0 : 9 - index;
    await db.pool.query(
      "update registered_client set created_date = now() - make_interval(hours => $1) where client_id = $2",
      [age, clientId],
    );
  }
  await saveGrant("of-allowed", "allowed", new Date(Date.now() + 60_000));
  const list = async () =>
    (await db.pool.query("select client_id from registered_client order by 1")).rows.map(
      ({ client_id: clientId }) => clientId,
    );
  const network = Buffer.from("a");
  expect(await makeRoomForClient(db.kysely, network, 4)).toBe(true);
  expect(await list()).toEqual(["allowed", "new", "older", "oldest"]);
  expect(await makeRoomForClient(db.kysely, network, 3)).toBe(true);
  expect(await list()).toEqual(["allowed", "new", "older"]);
  await db.pool.query("update registered_client set network_hash = $1 where client_id = 'new'", [network]);
  expect(await makeRoomForClient(db.kysely, network, 1)).toBe(false);
  expect(await list()).toEqual(["allowed", "new"]);
  await db.pool.query("delete from registered_client");
});

test("when all clients are new, those of the network that has most make room for other networks", async () => {
  await db.pool.query("delete from registered_client");
  const [flood, quiet, other] = [Buffer.from("flood"), Buffer.from("quiet"), Buffer.from("other")];
  const networks = [quiet, flood, flood, flood];
  for (const [index, networkHash] of networks.entries()) {
    const client = { clientId: `new-${index}`, name: "x", accountUserId: null, metadata: "{}", networkHash };
    await saveClient(db.kysely, client);
  }
  const list = async () =>
    (await db.pool.query("select client_id from registered_client order by 1")).rows.map(
      ({ client_id: clientId }) => clientId,
    );
  expect(await makeRoomForClient(db.kysely, flood, 4)).toBe(false);
  expect(await list()).toHaveLength(4);
  expect(await makeRoomForClient(db.kysely, other, 4)).toBe(true);
  expect(await list()).toEqual(["new-0", "new-2", "new-3"]);
  expect(await makeRoomForClient(db.kysely, quiet, 3)).toBe(true);
  expect(await list()).toEqual(["new-0", "new-3"]);
  expect(await makeRoomForClient(db.kysely, quiet, 2)).toBe(false);
  await db.pool.query("delete from registered_client");
});

test("the value that a client holds is not in the database", async () => {
  await save("canary-code-value");
  const { rows } = await db.pool.query("select * from oauth_artefact");
  expect(JSON.stringify(rows)).not.toContain("canary-code-value");
});

test("a grant takes its codes and tokens with it", async () => {
  await saveGrant("ending", "client", new Date(Date.now() + 60_000));
  await save("of-grant", "ending");
  await deleteGrant(db.kysely, "ending");
  expect(await loadArtefact(db.kysely, model, "of-grant")).toBeUndefined();
});

test("what has expired is deleted, and clients that registered themselves a month ago and were never allowed", async () => {
  await save("expired", null, -1);
  expect(await loadArtefact(db.kysely, model, "expired")).toBeUndefined();
  await saveGrant("kept", "used", new Date(Date.now() + 60_000));
  for (const [clientId, owner] of [["used"], ["unused"], ["service", accountUserId]] as const) {
    await saveClient(db.kysely, { clientId, name: clientId, accountUserId: owner ?? null, metadata: "{}" });
  }
  await saveClient(db.kysely, { clientId: "new", name: "new", accountUserId: null, metadata: "{}" });
  await db.pool.query(
    "update registered_client set created_date = now() - interval '31 days' where client_id <> 'new'",
  );
  await pruneAuthorizationServer(db.kysely);
  const { rows } = await db.pool.query("select client_id from registered_client order by 1");
  expect(rows.map((row) => row.client_id)).toEqual(["new", "service", "used"]);
  const left = await db.pool.query("select 1 from oauth_artefact where expires_date < now()");
  expect(left.rowCount).toBe(0);
});
