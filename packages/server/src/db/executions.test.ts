import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { deleteExecutionsBefore, type ExecutionFilter, listExecutionRows } from "./executions.ts";

const count = 120_000;
let db: TestDatabase;

/** Every hundredth record failed; the tool `shop_rare` has ten. */
beforeAll(async () => {
  db = await createTestDatabase();
  await db.background.pool.query(`
    insert into execution (history_id, company_id, account_user_id, tool_slug, application_slug, connection_id, resolved_by,
      source, is_success, request_id, is_output_cut, created_date)
    select id, 1, 2, case when id % 12000 = 0 then 'shop_rare' else 'shop_list' end, 'shop', id % 50, 'default',
      'api', id % 100 <> 0, 'r', false, timestamptz '2026-11-01' + id * interval '1 second'
    from generate_series(1, ${count}) as id;
    analyze execution`);
});
afterAll(() => db.drop());

const list = (filter: Partial<ExecutionFilter>) =>
  listExecutionRows(
    db.kysely,
    {
      companyId: 1,
      accountUserId: null,
      toolSlug: null,
      connectionId: null,
      isSuccess: null,
      from: null,
      to: null,
      ...filter,
    },
    { offset: 0, top: 3 },
  );

test("the count is exact up to 100,000 and an estimate beyond", async () => {
  const all = await list({});
  expect(all.isEstimate).toBe(true);
  expect(all.totalCount).toBeGreaterThan(100_000);
  expect(Math.abs(all.totalCount / count - 1)).toBeLessThan(0.1);
  expect(all.rows.map(({ historyId }) => historyId)).toEqual([count, count - 1, count - 2]);
  expect(await list({ to: new Date("2026-11-02T03:46:41Z") })).toMatchObject({
    totalCount: 100_000,
    isEstimate: false,
  });
});

test("each filter finds its page by an index", async () => {
  expect(await list({ toolSlug: "shop_rare" })).toMatchObject({ totalCount: 10, isEstimate: false });
  expect((await list({ connectionId: 7 })).totalCount).toBe(count / 50);
  expect((await list({ isSuccess: false })).totalCount).toBe(count / 100);
  const plan = async (condition: string) => {
    const { rows } = await db.pool.query(
      `explain select 1 from execution where company_id = 1 and ${condition} order by created_date desc, history_id desc limit 3`,
    );
    return JSON.stringify(rows);
  };
  expect(await plan("tool_slug = 'shop_rare'")).toContain("execution_tool");
  expect(await plan("connection_id = 7")).toContain("execution_connection");
  expect(await plan("not is_success")).toContain("execution_failed");
});

test("old records are deleted in batches", async () => {
  const before = new Date("2026-11-01T00:20:00Z");
  expect(await deleteExecutionsBefore(db.kysely, before, 1000)).toBe(1000);
  expect(await deleteExecutionsBefore(db.kysely, before, 1000)).toBe(199);
  expect(await deleteExecutionsBefore(db.kysely, before, 1000)).toBe(0);
});
