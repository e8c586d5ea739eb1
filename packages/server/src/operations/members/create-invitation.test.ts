import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../testing/test-database.ts";
import { seedCompany } from "../../../testing/test-rows.ts";
import { inTransaction } from "../../db/in-transaction.ts";
import type { Caller } from "../../db/people/callers.ts";
import { deletePersonInvitations } from "../../db/people/invitations.ts";
import { insertMember, loadMember, type MemberRow } from "../../db/people/members.ts";
import { moveToProfile } from "../../db/people/person-companies.ts";
import type { Deps } from "../../deps.ts";
import type { InputOf } from "../handler.ts";
import { createInvitation } from "./create-invitation.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

test("no link for a password outlasts that its person joins another company at the same moment", async () => {
  const [first, second] = [await seedCompany(db.kysely), await seedCompany(db.kysely)];
  const insert = async (companyId: number): Promise<MemberRow> => {
    const person = { kind: "person", fullName: "Robin", email: "robin@example.com", role: "Member" } as const;
    const row = await loadMember(db.kysely, await insertMember(db.kysely, { companyId, ...person }));
    expect(row).not.toBeNull();
    return row as MemberRow;
  };
  const [member, invited] = [await insert(first.companyId), await insert(second.companyId)];
  const deps = { db: { kysely: db.kysely }, config: { baseUrl: "http://own.test" }, clock: Date.now };
  const input = { resource: member } as InputOf<"createInvitation">;
  const created = await inTransaction(db.kysely, async (joining) => {
    await moveToProfile(joining, invited, member.userId);
    await deletePersonInvitations(joining, member.userId);
    const link = createInvitation(deps as unknown as Deps, {} as Caller, input).catch((error) => error);
    await Promise.race([link, delay(300)]);
    return { link };
  });
  expect(await created.link).toMatchObject({ code: "CONFLICT" });
});
