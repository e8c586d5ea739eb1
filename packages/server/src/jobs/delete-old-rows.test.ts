import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { seedCompany } from "../../testing/test-rows.ts";
import { deleteOldRows } from "./delete-old-rows.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  await refuseLargeDeletions("execution");
  await refuseLargeDeletions("idempotency_key");
  await refuseLargeDeletions("oauth_artefact");
  await refuseLargeDeletions("approval");
  await refuseLargeDeletions("session");
});
afterAll(() => db.drop());

/** A statement that deletes much is canceled at its time limit, and the next one begins anew. */
async function refuseLargeDeletions(table: string): Promise<void> {
  await db.pool.query(`create function refuse_large_${table}() returns trigger language plpgsql as $$
    begin
      if (select count(*) from deleted) > 5000 then
        raise exception 'canceling statement due to statement timeout';
      end if;
      return null;
    end $$;
    create trigger refuse_large after delete on ${table} referencing old table as deleted
      for each statement execute function refuse_large_${table}()`);
}

test("however many old keys, tokens, approvals and sessions there are, they are deleted, and those of today stay", async () => {
  const { companyId, accountUserId } = await seedCompany(db.kysely);
  await db.pool.query(
    `insert into idempotency_key (account_user_id, credential, key_hash, request_hash, created_date)
     select $1, 'key', int4send(i), '', now() - make_interval(hours => case when i > 10 then 25 else 1 end) from generate_series(1, 12000) i`,
    [accountUserId],
  );
  await db.pool.query(
    `insert into oauth_artefact (model, id_hash, payload, expires_date)
     select 'AccessToken', int4send(i), '{}', now() + make_interval(mins => case when i > 10 then -1 else 60 end) from generate_series(1, 12000) i`,
  );
  await db.pool.query(
    `with owner as (
       insert into toolset (account_user_id, name, workflows, created_by_account_user_id) values ($2, 'T', '{}', $2) returning toolset_id)
     insert into approval (company_id, account_user_id, toolset_id, tool_slug, call_hash, input, digest, status, expires_date)
     select $1, $2, toolset_id, 'shop_list', int4send(i), '{}', '', 'denied', now() - make_interval(days => case when i > 10 then 31 else 1 end)
     from owner, generate_series(1, 12000) i`,
    [companyId, accountUserId],
  );
  await db.pool.query(
    `insert into session (session_hash, account_user_id, last_used_date, expires_date)
     select int4send(i), $1, now() - make_interval(hours => case when i > 10 then 13 else 1 end), now() + interval '20 days'
     from generate_series(1, 12000) i`,
    [accountUserId],
  );
  await deleteOldRows(db.kysely, 30, Date.now());
  for (const table of ["idempotency_key", "oauth_artefact", "approval", "session"]) {
    const { rows } = await db.pool.query(`select count(*)::int from ${table}`);
    expect(rows[0].count, table).toBe(10);
  }
});

test("however many old records there are, those of every company are deleted, and younger ones stay", async () => {
  const insert = (companyId: number, age: string, from: number, to: number) =>
    db.pool.query(
      `insert into execution (history_id, company_id, account_user_id, tool_slug, application_slug, resolved_by, source, is_success,
         request_id, is_output_cut, created_date)
       select i, $1, 1, 'shop_list', 'shop', 'default', 'api', true, 'r', false, now() - $2::interval - i % 7 * interval '1 day'
       from generate_series($3::int, $4::int) i`,
      [companyId, age, from, to],
    );
  await insert(1, "31 days", 1, 6000);
  await insert(1, "20 days", 6001, 6010);
  await insert(1, "31 days", 6011, 12_000);
  await insert(3, "31 days", 1, 100);
  await insert(7, "20 days", 1, 10);
  await deleteOldRows(db.kysely, 30, Date.now());
  const { rows } = await db.pool.query(
    "select company_id as company, count(*)::int from execution group by 1 order by 1",
  );
  expect(rows).toEqual([
    { company: 1, count: 10 },
    { company: 7, count: 10 },
  ]);
});

test("a server whose clock is ahead deletes nothing that the database does not count as old", async () => {
  await db.pool.query("delete from execution");
  await db.pool.query(
    `insert into execution (history_id, company_id, account_user_id, tool_slug, application_slug, resolved_by, source, is_success,
       request_id, is_output_cut, created_date)
     select i, 1, 1, 'shop_list', 'shop', 'default', 'api', true, 'r', false, now() - make_interval(days => i) from generate_series(1, 40) i`,
  );
  await deleteOldRows(db.kysely, 30, Date.now() + 365 * 86_400_000);
  const { rows } = await db.pool.query("select count(*)::int from execution");
  expect(rows[0].count).toBe(29);
});

test("what cannot be deleted keeps nothing else from being deleted", async () => {
  const { accountUserId } = await seedCompany(db.kysely);
  await db.pool.query(`delete from execution; delete from idempotency_key; delete from oauth_artefact;
    create function refuse_deletion() returns trigger language plpgsql as $$
      begin raise exception 'missing chunk number 0 for toast value 16427'; end $$;
    create trigger refuse_deletion before delete on execution for each row execute function refuse_deletion();
    insert into execution (history_id, company_id, account_user_id, tool_slug, application_slug, resolved_by, source, is_success,
      request_id, is_output_cut, created_date)
      values (1, 1, 1, 'shop_list', 'shop', 'default', 'api', true, 'r', false, now() - interval '31 days');
    insert into oauth_artefact (model, id_hash, payload, expires_date)
      values ('AccessToken', '', '{}', now() - interval '1 minute');`);
  await db.pool.query(
    `insert into idempotency_key (account_user_id, credential, key_hash, request_hash, created_date)
     values ($1, 'key', '', '', now() - interval '25 hours')`,
    [accountUserId],
  );
  await expect(deleteOldRows(db.kysely, 30, Date.now())).rejects.toThrow("missing chunk number 0");
  const { rows } = await db.pool.query(
    "select (select count(*)::int from idempotency_key) as keys, (select count(*)::int from oauth_artefact) as artefacts",
  );
  expect(rows).toEqual([{ keys: 0, artefacts: 0 }]);
});
