import { expect, test } from "vitest";
import { createTestDatabase } from "../../../testing/test-database.ts";
import { seedCompany } from "../../../testing/test-rows.ts";
import { insertMember } from "./members.ts";
import { listAccountUsersByEmail } from "./person-companies.ts";

test("an address is the same whatever the case of its letters from A to Z, in a Turkish database too", async () => {
  const db = await createTestDatabase();
  await db.pool.query('alter table user_profile alter column email type text collate "tr-x-icu"');
  const { companyId } = await seedCompany(db.kysely);
  const member = {
    companyId,
    kind: "person",
    fullName: "Irem",
    email: "IREM@EXAMPLE.COM",
    role: "Member",
  } as const;
  const accountUserId = await insertMember(db.kysely, member);
  const find = (email: string) => listAccountUsersByEmail(db.kysely, email);
  expect(await find("irem@example.com")).toEqual([accountUserId]);
  expect(await find("Irem@Example.com")).toEqual([accountUserId]);
  expect(await find("ırem@example.com")).toEqual([]);
  expect(await find("İrem@example.com")).toEqual([]);
  await db.drop();
});

test("an address is found by the index", async () => {
  const db = await createTestDatabase();
  const client = await db.pool.connect();
  await client.query("set enable_seqscan = off");
  const plan = await client.query(
    `explain select from user_profile u where u.deleted_date is null and lower(u.email collate "C") = lower($1::text collate "C")`,
    ["irem@example.com"],
  );
  expect(JSON.stringify(plan.rows)).toContain("user_profile_email");
  client.release();
  await db.drop();
});
