import { openSearch } from "@bowline/catalog";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { importShop } from "../../testing/test-rows.ts";
import { saveApplication } from "../db/catalog/save-application.ts";
import { loadBuiltInPart, storeBuiltInSegment } from "./load-parts.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  for (const slug of ["shop", "store"]) {
    await saveApplication(db.kysely, null, { ...(await importShop(slug)), source: "builtin" });
  }
  await storeBuiltInSegment(db.kysely);
});
afterAll(() => db.drop());

const load = (shows: (application: { slug: string }) => boolean) =>
  loadBuiltInPart(db.kysely, { search: openSearch(), meaning: null }, { shows, baseUrl: "" }, null);

async function find(shows: (application: { slug: string }) => boolean): Promise<string[]> {
  const { part } = await load(shows);
  const index = openSearch().combine([await part.toolSegment()]);
  return index.search("list items").flatMap((position) => part.tools[position]?.slug ?? []);
}

test("the stored search segment is used instead of the tools' texts", async () => {
  await sql`alter table tool rename column parameters to parameters_away`.execute(db.kysely);
  expect((await find(() => true)).slice(0, 2).toSorted()).toEqual(["shop_list_items", "store_list_items"]);
  await sql`alter table tool rename column parameters_away to parameters`.execute(db.kysely);
});

test("a server that shows other applications builds a segment of its own", async () => {
  expect((await find(({ slug }) => slug === "store"))[0]).toBe("store_list_items");
});
