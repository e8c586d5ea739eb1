import { Kysely, PostgresDialect } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../testing/test-database.ts";
import { seedCompany } from "../../../testing/test-rows.ts";
import { openCatalog } from "../../catalog/catalog.ts";
import type { Schema } from "../../db/schema.ts";
import { insertToolset, loadToolset } from "../../db/toolsets.ts";
import { buildDefinitions } from "./build-definitions.ts";
import { OutputSchemas } from "./output-schemas.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

test("the schemas of many tools are read a part at a time, and none of an output", async () => {
  const { companyId, accountUserId } = await seedCompany(db.kysely);
  const toolset = await loadToolset(
    db.kysely,
    await insertToolset(db.kysely, accountUserId, { name: "All" }),
  );
  const { tools } = await openCatalog(db.kysely, () => true).forCompany(companyId);
  const statements: string[] = [];
  const counted = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool: db.pool }),
    log: ({ query }) => void statements.push(query.sql),
  });
  const entries = Array.from({ length: 1001 }, (_, index) => tools[index % tools.length]).filter(
    (entry) => entry !== undefined,
  );
  const sources = { db: counted, outputs: new OutputSchemas(db.kysely) };
  const built = toolset === null ? [] : await buildDefinitions(sources, toolset, entries);
  expect(built.map(({ name }) => name)).toEqual(entries.map(({ slug }) => slug));
  expect(statements).toHaveLength(3);
  expect(statements.filter((statement) => statement.includes("output_schema"))).toEqual([]);
});
