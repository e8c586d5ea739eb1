import { Kysely, PostgresDialect, sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../testing/test-database.ts";
import type { Schema } from "../schema.ts";
import { findExecutions } from "./find-executions.ts";

const hourMs = 3_600_000;
const hourCount = 720;
let db: TestDatabase;

beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

test("a month of hours that count records of others takes few queries", async () => {
  let queries = 0;
  const kysely = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: db.background.pool }),
    log: () => {
      queries++;
    },
  });
  const parts = Array.from({ length: hourCount }, (_, hour) => ({
    from: new Date(hour * hourMs),
    to: new Date((hour + 1) * hourMs),
    count: 100,
    toolSlugs: null,
  }));
  const source = {
    condition: sql<boolean>`company_id = 1`,
    searched: null,
    table: sql`execution`,
    isForward: true,
    isExact: false,
  };
  const page = { offset: 0, top: 50 };
  const ids = await kysely
    .transaction()
    .execute((transaction) => findExecutions(transaction, source, parts, page));
  expect(ids).toEqual([]);
  expect(queries).toBeLessThan(20);
});
