import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../../testing/test-database.ts";
import { importShop } from "../../../testing/test-rows.ts";
import { listToolSearchRows } from "./catalog-rows.ts";
import { saveApplication } from "./save-application.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

test("a tool's method is searched also where its operation is named by document, method and path", async () => {
  const shop = await importShop();
  const tools = shop.tools.map((tool) => ({ ...tool, operationKey: `orders ${tool.operationKey}` }));
  await saveApplication(db.kysely, null, { ...shop, tools, source: "builtin" });
  const applications = await db.kysely.selectFrom("application").select("application_id").execute();
  const ids = applications.map(({ application_id: id }) => id);
  const rows = [...(await listToolSearchRows(db.kysely, ids)).values()];
  expect(rows.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual([
    "GET /items",
    "GET /public",
    "POST /items",
  ]);
});
