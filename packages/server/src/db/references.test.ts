import { expect, test } from "vitest";
import { createTestDatabase } from "../../testing/test-database.ts";

/** The rows of these are few, or what they refer to is seldom deleted. */
const withoutIndex = [
  "account_user.user_id",
  "application.company_id",
  "connection.authentication_id",
  "disabled_application.application_id",
  "import.company_id",
  "oauth_client.authentication_id",
  "sign_in.authentication_id",
];

test("what is deleted with a row is found by an index", async () => {
  const db = await createTestDatabase();
  const { rows } = await db.pool.query<{ name: string }>(`
    select c.conrelid::regclass || '.' || a.attname as name
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace and not exists (
      select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1]
        and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = '(' || a.attname || ' IS NOT NULL)'))
    order by 1`);
  expect(rows.map(({ name }) => name)).toEqual(withoutIndex);
  await db.drop();
});
