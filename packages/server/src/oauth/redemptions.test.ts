import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { openRedemptions, type Redemptions } from "./redemptions.ts";

let db: TestDatabase;
let redemptions: Redemptions;
beforeAll(async () => {
  db = await createTestDatabase();
  redemptions = openRedemptions(db.kysely);
});
afterAll(() => db.drop());

/** Asks in a request that began 50 ms ago whether a code comes again that was settled so long ago. */
async function ask(settledMsAgo: number | null): Promise<boolean> {
  const context = {};
  let isReplay = false;
  await redemptions.track(context, async () => {
    await delay(50);
    isReplay = redemptions.isReplay(context, settledMsAgo);
  });
  return isReplay;
}

test("a code whose redemption ended before the request began is a replay", async () => {
  expect(await ask(5000)).toBe(true);
});

test("a code whose redemption is under way, or ended during the request, is none", async () => {
  expect(await ask(null)).toBe(false);
  expect(await ask(10)).toBe(false);
});

test("a response whose redemption another request has taken over is not sent", async () => {
  const context = {};
  const isSettled = await redemptions.track(context, async () => {
    redemptions.keep(context, { model: "RefreshToken", id: "unknown", consumedDate: "2026-01-01" });
  });
  expect(isSettled).toBe(false);
});
