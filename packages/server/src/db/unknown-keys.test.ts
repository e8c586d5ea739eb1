import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { seedCompany } from "../../testing/test-rows.ts";
import { createApiKeyText, hashApiKey } from "../identity/api-key-format.ts";
import { ChangeListener } from "./change-listener.ts";
import { deleteApiKeyRow, insertApiKey } from "./people/api-keys.ts";
import { openRows, type Rows } from "./rows.ts";

let db: TestDatabase;
let listener: ChangeListener;
let rows: Rows;
let statements = 0;
let accountUserId: number;

beforeAll(async () => {
  db = await createTestDatabase();
  ({ accountUserId } = await seedCompany(db.kysely));
  const counted = db.kysely.withPlugin({
    transformQuery: ({ node }) => {
      statements++;
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  rows = openRows(counted, () => listener.isFresh());
  listener = await ChangeListener.open({
    connection: db.connectionConfig,
    onChange: (change) => rows.apply(change),
    onGap: () => rows.clear(),
    onError: () => {},
    onSilent: () => {},
    // Always fresh: a process that is held up for a second would ask the database each time.
    now: () => 0,
  });
});
afterAll(async () => {
  await listener.close();
  await db.drop();
});

const hashes = (count: number) => Array.from({ length: count }, () => hashApiKey(createApiKeyText()));

test("an unknown key causes at most one query a second", async () => {
  const [unknown = ""] = hashes(1);
  statements = 0;
  const start = performance.now();
  for (let count = 0; count < 300; count++) {
    expect(await rows.callers.get(unknown)).toBeNull();
  }
  expect(statements).toBeLessThanOrEqual(1 + (performance.now() - start) / 1000);
});

test("a thousand different keys at once need a few statements", async () => {
  statements = 0;
  const found = await Promise.all(hashes(1000).map((hash) => rows.callers.get(hash)));
  expect(found.every((caller) => caller === null)).toBe(true);
  expect(statements).toBeLessThanOrEqual(4);
});

test("an unknown key is known as soon as it is created, and unknown as soon as it is deleted", async () => {
  const [keyHash = ""] = hashes(1);
  expect(await rows.callers.get(keyHash)).toBeNull();
  const key = { accountUserId, name: "x", keyHash, toolsetId: null, readOnly: false, expiresDate: null };
  const apiKeyId = await insertApiKey(db.kysely, key);
  const isKnown = async () => (await rows.callers.get(keyHash)) !== null;
  await expect.poll(isKnown, { interval: 10 }).toBe(true);
  await deleteApiKeyRow(db.kysely, apiKeyId);
  await expect.poll(isKnown, { interval: 10 }).toBe(false);
});
