import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { seedCompany } from "../../testing/test-rows.ts";
import { insertToolset, listToolsetRows } from "./toolsets.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

test("a page of large toolsets ends early, and the next goes on", async () => {
  const { accountUserId } = await seedCompany(db.kysely);
  const settings = { tools: { shop_create_item: { presets: { text: "x".repeat(250 * 1024) } } } };
  const made: string[] = [];
  for (let index = 0; index < 36; index++) {
    made.push(await insertToolset(db.kysely, accountUserId, { name: `Large ${index}`, settings }));
  }
  const list = async (offset: number) => {
    const { rows, totalCount } = await listToolsetRows(db.kysely, accountUserId, { offset, top: 1000 });
    return { ids: rows.map(({ toolsetId }) => toolsetId), totalCount };
  };
  expect(await list(0)).toEqual({ ids: made.slice(0, 33), totalCount: 36 });
  expect(await list(33)).toEqual({ ids: made.slice(33), totalCount: 36 });
  expect(await list(36)).toEqual({ ids: [], totalCount: 36 });
});
