import { afterAll, assert, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../testing/test-database.ts";
import type { ExecutionFilter } from "./execution-filter.ts";
import { loadHistoryPlace, type PageBeside } from "./executions.ts";
import { listExecutionRows } from "./list-executions.ts";

const count = 120_000;
let db: TestDatabase;

/** Every hundredth record failed; the tool `shop_rare` has ten, and the API key 9 has five. */
beforeAll(async () => {
  db = await createTestDatabase();
  await db.background.pool.query("alter table execution disable trigger execution_late");
  // In parts, so that each has time enough on a busy machine.
  for (let first = 1; first < count; first += 10_000) {
    await db.background.pool.query(
      `insert into execution (history_id, company_id, account_user_id, tool_slug, application_slug, connection_id, api_key_id, resolved_by,
         source, is_success, request_id, is_output_cut, input, created_date)
       select id, 1, 2, case when id % 12000 = 0 then 'shop_rare' else 'shop_list' end, 'shop', id % 50,
         case when id % 24000 = 0 then 9 else id % 2 end, 'default',
         'api', id % 100 <> 0, 'r', false, repeat('x', 500), timestamptz '2026-11-01' + id * interval '1 second'
       from generate_series($1::int, $1::int + 9999) as id`,
      [first],
    );
  }
  await db.background.pool.query("alter table execution enable trigger execution_late");
  await db.background.pool.query("analyze execution");
});
afterAll(() => db.drop());

const list = (filter: Partial<ExecutionFilter>, beside: PageBeside | null = null) =>
  listExecutionRows(
    db.kysely,
    {
      companyId: 1,
      accountUserId: null,
      toolSlug: null,
      applicationSlug: null,
      connectionId: null,
      toolsetId: null,
      apiKeyId: null,
      source: null,
      isSuccess: null,
      kind: null,
      search: null,
      from: null,
      to: null,
      ...filter,
    },
    { offset: 0, top: 3 },
    beside,
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
  expect(await list({ apiKeyId: 9 })).toMatchObject({ totalCount: 5, isEstimate: false });
  expect((await list({ apiKeyId: 9, connectionId: 0 })).totalCount).toBe(5);
  const plan = async (condition: string) => {
    const { rows } = await db.pool.query(
      `explain select 1 from execution where company_id = 1 and ${condition} order by created_date desc, history_id desc limit 3`,
    );
    return JSON.stringify(rows);
  };
  expect(await plan("tool_slug = 'shop_rare'")).toContain("execution_tool");
  expect(await plan("connection_id = 7")).toContain("execution_connection");
  expect(await plan("api_key_id = 9")).toContain("execution_api_key");
  expect(await plan("not is_success")).toContain("execution_failed");
});

test("a page beside a record begins with the one next to it and has the same number", async () => {
  const place = await loadHistoryPlace(db.kysely, 1, 1200);
  assert(place !== null);
  const newer = await list({ isSuccess: false }, { place, isNewer: true });
  expect(newer.rows.map(({ historyId }) => historyId)).toEqual([1500, 1400, 1300]);
  expect(newer.totalCount).toBe(count / 100);
  const page = await list({ isSuccess: false }, { place, isNewer: false });
  expect(page.rows.map(({ historyId }) => historyId)).toEqual([1100, 1000, 900]);
  expect(page.totalCount).toBe(count / 100);
  expect(await loadHistoryPlace(db.kysely, 2, 1200)).toBeNull();
});

test("a search finds ids, tools and messages", async () => {
  await db.pool.query(`
    update execution set request_id = 'r-7' where history_id = 7;
    update execution set error_message = 'No item 100% there' where history_id = 300;
    update execution set error_message = 'No ${"Zo\u00eb".normalize("NFD")}' where history_id = 400;
    update execution set error_message = 'No ${"Zo\u00eb"}' where history_id = 500`);
  const find = async (search: string) => (await list({ search })).rows.map(({ historyId }) => historyId);
  expect(await find("r-7")).toEqual([7]);
  expect(await find("12345")).toEqual([12345]);
  expect(await find("_RARE")).toEqual([120_000, 108_000, 96_000]);
  expect(await find("item 100%")).toEqual([300]);
  for (const form of ["NFC", "NFD"]) {
    expect(await find("zo\u00eb".normalize(form))).toEqual([500, 400]);
  }
  expect(await find("99999999999")).toEqual([]);
  expect((await list({ search: "shop" })).isEstimate).toBe(true);
  expect((await list({ search: "rare", isSuccess: false })).totalCount).toBe(10);
  expect((await list({ search: "rare", apiKeyId: 9 })).totalCount).toBe(5);
});

test("a filter without an index of its own reads an index only", async () => {
  await db.background.pool.query("vacuum execution");
  const plan = async (condition: string) => {
    const { rows } = await db.pool.query(
      `explain select history_id from execution where company_id = 1 and ${condition} order by created_date desc, history_id desc limit 3`,
    );
    return JSON.stringify(rows);
  };
  for (const condition of [
    "source = 'console'",
    "api_key_id = 1 and source = 'console'",
    "application_slug = 'rare'",
    "toolset_id = '00000000-0000-4000-8000-000000000000'",
    "(history_id = any('{1,2}') or tool_slug = any('{shop_list}'))",
  ]) {
    expect(await plan(condition)).toMatch(/Index Only Scan|Bitmap/);
  }
});
