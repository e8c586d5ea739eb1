import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../testing/test-database.ts";
import { seedCompany, seedMember } from "../../../testing/test-rows.ts";
import { inTransaction } from "../../db/in-transaction.ts";
import type { Caller } from "../../db/people/callers.ts";
import { loadMember, updateRole } from "../../db/people/members.ts";
import type { Deps } from "../../deps.ts";
import { deleteProfile } from "./delete-profile.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

test("a person who becomes the last Admin while their profile is deleted keeps it", async () => {
  const { companyId, accountUserId: formerAdmin } = await seedCompany(db.kysely);
  const accountUserId = await seedMember(db.kysely, companyId, "Member");
  const member = await loadMember(db.kysely, accountUserId);
  const jobs = { addRevocations: async () => [] };
  const deps = { db: { kysely: db.kysely }, clock: Date.now, jobs } as unknown as Deps;
  const deletion = await inTransaction(db.kysely, async (changing) => {
    await updateRole(changing, accountUserId, "Admin");
    await updateRole(changing, formerAdmin, "Member");
    const deleted = deleteProfile(deps, { userId: member?.userId } as Caller).catch((error) => error);
    await Promise.race([deleted, delay(300)]);
    return { deleted };
  });
  expect(await deletion.deleted).toMatchObject({ code: "CONFLICT" });
  expect(await loadMember(db.kysely, accountUserId)).toMatchObject({ role: "Admin", isDeleted: false });
});
