import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../testing/test-database.ts";
import { seedCompany, seedMember } from "../../../testing/test-rows.ts";
import type { Caller } from "../../db/people/callers.ts";
import { loadMember, type MemberRow, updateRole } from "../../db/people/members.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf } from "../handler.ts";
import { deleteMember } from "./delete-member.ts";
import { updateMember } from "./update-member.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

/** A member that was read by a request just before it became the only Admin. */
async function readTooEarly(): Promise<MemberRow> {
  const { companyId, accountUserId: formerAdmin } = await seedCompany(db.kysely);
  const member = await loadMember(db.kysely, await seedMember(db.kysely, companyId, "Member"));
  expect(member).toMatchObject({ role: "Member" });
  await updateRole(db.kysely, (member as MemberRow).accountUserId, "Admin");
  await updateRole(db.kysely, formerAdmin, "Member");
  return member as MemberRow;
}

test("a member who has become the last Admin since the request began stays one", async () => {
  const deps = {
    db: { kysely: db.kysely, background: db },
    jobs: { addRevocations: async () => [] },
    rows: { clear: () => {} },
  } as unknown as Deps;
  const caller = {} as Caller;
  const [changed, removed] = [await readTooEarly(), await readTooEarly()];
  const body = { role: "Member" };
  const change = { resource: changed, body } as unknown as InputOf<"updateMember">;
  await expect(updateMember(deps, caller, change)).rejects.toMatchObject({ code: "CONFLICT" });
  const removal = { resource: removed } as InputOf<"deleteMember">;
  await expect(deleteMember(deps, caller, removal)).rejects.toMatchObject({ code: "CONFLICT" });
  for (const { accountUserId } of [changed, removed]) {
    expect(await loadMember(db.kysely, accountUserId)).toMatchObject({ role: "Admin" });
  }
});
