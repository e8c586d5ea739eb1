import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { deleteIdempotencyKeysOf } from "./idempotency-keys.ts";
import { insertMember } from "./people/members.ts";

let db: TestDatabase;

beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

const addMember = (companyId: number, name: string) =>
  insertMember(db.kysely, {
    companyId,
    kind: "service",
    fullName: name,
    email: `${name}@example.com`,
    role: "Member",
  });

test("all keys of a member are deleted, a batch in a statement, and nobody else's", async () => {
  const { rows } = await db.pool.query<{ company_id: number }>(
    "insert into company (name, wrapped_data_key) values ('Example', '') returning company_id",
  );
  const companyId = rows[0]?.company_id ?? 0;
  const [one, other] = [await addMember(companyId, "one"), await addMember(companyId, "other")];
  await db.pool.query(
    `insert into idempotency_key (account_user_id, credential, key_hash, request_hash)
     select member, credential, sha256(number::text::bytea), '' from unnest($1::int[]) as member,
       unnest(array['key:1', 'key:2']) as credential, generate_series(1, 5) as number`,
    [[one, other]],
  );
  // Nothing is left for the deletion of the member itself, which is one statement.
  await db.kysely.transaction().execute((transaction) => deleteIdempotencyKeysOf(transaction, one, 3));
  const left = await db.pool.query(
    "select account_user_id, count(*)::int from idempotency_key group by account_user_id",
  );
  expect(left.rows).toEqual([{ account_user_id: other, count: 10 }]);
});
