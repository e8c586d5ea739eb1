import { afterAll, beforeAll, expect, test } from "vitest";
import { explainQueries } from "../../../testing/explain-queries.ts";
import { createTestDatabase, type TestDatabase } from "../../../testing/test-database.ts";
import { seedCompany, seedConnection } from "../../../testing/test-rows.ts";
import { listConnectionRows } from "./connections.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

test("a page far behind reads the applications of its own connections only", async () => {
  const company = await seedCompany(db.kysely);
  const first = await seedConnection(db.kysely, company);
  await db.pool.query(
    `insert into connection (account_user_id, application_id, authentication_id, name, environment, fields)
     select account_user_id, application_id, authentication_id, 'Shop ' || i, environment, '{}' from connection, generate_series(1, 500) i`,
  );
  await db.pool.query("analyze connection");
  const filter = { applicationId: null, search: null, searchApplicationIds: [] };
  const steps = await explainQueries(db, async (kysely) => {
    const page = { offset: 400, top: 5 };
    const { rows, totalCount } = await listConnectionRows(kysely, company.accountUserId, filter, page);
    expect(rows.map(({ connectionId }) => connectionId - first)).toEqual([400, 401, 402, 403, 404]);
    expect(totalCount).toBe(501);
  });
  const read = steps.filter(({ table }) => table === "application" || table === "authentication_method");
  expect(read.length).toBeGreaterThan(0);
  expect(Math.max(...read.map(({ rows }) => rows))).toBeLessThanOrEqual(5);
});
