import { afterEach, beforeEach, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../testing/test-database.ts";
import { seedCompany } from "../../../testing/test-rows.ts";
import { makeRoomForDeviceCode, notePoll } from "./device-codes.ts";
import { saveArtefact } from "./oauth-artefacts.ts";
import { saveGrantRow } from "./oauth-grants.ts";

let db: TestDatabase;
beforeEach(async () => {
  db = await createTestDatabase();
});
afterEach(() => db.drop());

let made = 0;
beforeEach(() => {
  made = 0;
});
/** Later ones expire later. */
const save = (network: string, grantJti: string | null = null) =>
  saveArtefact(
    db.kysely,
    { model: "DeviceCode", id: String(made) },
    {
      grantJti,
      userCode: null,
      payload: network + made++,
      expiresInSeconds: 60 + made,
      networkHash: Buffer.from(network),
    },
  );

async function listCodes(): Promise<string[]> {
  const { rows } = await db.pool.query("select payload from oauth_artefact order by expires_date");
  return rows.map(({ payload }) => payload.replace(/\d+$/, ""));
}

test("as long as there is room no code is deleted", async () => {
  await save("a");
  await makeRoomForDeviceCode(db.kysely, 2);
  expect(await listCodes()).toEqual(["a"]);
});

test("a flood from one network address deletes its own oldest codes", async () => {
  await save("honest");
  for (let count = 0; count < 10; count++) {
    await save("flood");
  }
  await makeRoomForDeviceCode(db.kysely, 5);
  expect(await listCodes()).toEqual(["honest", "flood", "flood", "flood"]);
});

test("a flood from everywhere deletes the oldest codes", async () => {
  for (const network of ["a", "b", "c", "d", "e"]) {
    await save(network);
  }
  await makeRoomForDeviceCode(db.kysely, 4);
  expect(await listCodes()).toEqual(["c", "d", "e"]);
});

test("a code that a person has allowed stays, and does not count", async () => {
  const { accountUserId } = await seedCompany(db.kysely);
  await saveGrantRow(db.kysely, {
    jti: "grant",
    clientId: "tv",
    clientName: "TV",
    accountUserId,
    resource: "https://bowline.test/v1",
    scopes: [],
    toolsetId: null,
    isReadOnly: false,
    payload: "{}",
    expiresDate: new Date(Date.now() + 60_000),
  });
  await save("a", "grant");
  await save("a");
  await makeRoomForDeviceCode(db.kysely, 2);
  expect(await listCodes()).toEqual(["a", "a"]);
  await save("a");
  await makeRoomForDeviceCode(db.kysely, 1);
  expect(await listCodes()).toEqual(["a"]);
});

test("a device that asks too soon waits five seconds longer each time, and then as long as it was told", async () => {
  await save("a");
  const pass = (seconds: number) =>
    db.pool.query("update oauth_artefact set polled_date = polled_date - make_interval(secs => $1)", [
      seconds,
    ]);
  const poll = () => notePoll(db.kysely, "0");
  expect([await poll(), await poll()]).toEqual([null, 10]);
  await pass(5);
  expect(await poll()).toBe(15);
  await pass(14);
  expect(await poll()).toBeNull();
  await pass(10);
  expect((await Promise.all([poll(), poll()])).toSorted()).toEqual([20, 25]);
});

test("a code that is over is not counted", async () => {
  expect(await notePoll(db.kysely, "unknown")).toBeNull();
});
