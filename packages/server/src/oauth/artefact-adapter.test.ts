import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { buildMasterKeys } from "../master-keys.ts";
import { openVault } from "../vault/vault.ts";
import { buildArtefactAdapter } from "./artefact-adapter.ts";
import { openRedemptions } from "./redemptions.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => db.drop());

const openAdapter = () =>
  buildArtefactAdapter("AuthorizationCode", {
    db: db.kysely,
    redemptions: openRedemptions(db.kysely),
    vault: openVault(buildMasterKeys([Buffer.alloc(32, 7)]), async () => Buffer.alloc(0)),
  });

/** Sets the clock of this machine, not that of the database. */
function setClock(minutesAhead: number): number {
  const nowMs = performance.timeOrigin + performance.now() + minutesAhead * 60_000;
  vi.spyOn(Date, "now").mockReturnValue(nowMs);
  return nowMs / 1000;
}

test.each([
  [0, 10],
  [0, -10],
  [10, 0],
  [-10, 0],
])(
  "a code of a machine that is %i minutes ahead is good for a minute where the clock is %i ahead",
  async (makerAhead, readerAhead) => {
    const id = `code-${makerAhead}-${readerAhead}`;
    const exp = Math.floor(setClock(makerAhead)) + 60;
    await openAdapter().upsert(id, { exp }, 60);
    const now = setClock(readerAhead);
    expect(await openAdapter().find(id)).toHaveProperty("exp", expect.closeTo(now + 60, -2));
  },
);
