import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { importShop, type SeededCompany, seedCompany } from "../../testing/test-rows.ts";
import { saveApplication } from "../db/import-application.ts";
import { openCatalog } from "./catalog.ts";

let db: TestDatabase;
let one: SeededCompany;
let two: SeededCompany;
beforeAll(async () => {
  db = await createTestDatabase();
  one = await seedCompany(db.kysely);
  two = await seedCompany(db.kysely);
  await saveApplication(db.kysely, one.companyId, await importShop("another"));
});
afterAll(() => db.drop());

const slugsOf = (entries: readonly { slug: string }[]) => entries.map(({ slug }) => slug);

test("each company sees its own applications and tools, in the order of their slugs", async () => {
  const catalog = openCatalog(
    db.kysely,
    () => true,
    () => {},
  );
  const own = await catalog.forCompany(one.companyId);
  expect(slugsOf(own.applications)).toEqual(["another", "shop"]);
  expect(slugsOf(own.tools)).toEqual(slugsOf(own.tools).toSorted());
  expect(own.tools).toHaveLength(6);
  const other = await catalog.forCompany(two.companyId);
  expect(slugsOf(other.applications)).toEqual(["shop"]);
  expect(other.findTool("shop_list_items")?.toolId).not.toBe(own.findTool("shop_list_items")?.toolId);
  expect(other.findApplicationById(one.applicationId)).toBeUndefined();
});

test("a tool is found by its slug and by its bare operation, and by no member of the prototype", async () => {
  const catalog = await openCatalog(
    db.kysely,
    () => true,
    () => {},
  ).forCompany(one.companyId);
  const tool = catalog.findTool("shop_list_items");
  expect(tool?.isReadOnly).toBe(true);
  expect(tool && catalog.findOperation(tool.application, "list_items")).toBe(tool);
  for (const slug of ["constructor", "__proto__", "", "shop"]) {
    expect(catalog.findTool(slug)).toBeUndefined();
  }
});

test("full records come in the order asked for; one that is gone is left out", async () => {
  const catalog = openCatalog(
    db.kysely,
    () => true,
    () => {},
  );
  const { tools } = await catalog.forCompany(one.companyId);
  const [first, second] = tools;
  if (!first || !second) {
    throw new Error("There are no tools.");
  }
  const gone = { ...first, toolId: 2_000_000_000 };
  const records = (await catalog.loadToolRecords([second, gone, first])).map((record) => JSON.parse(record));
  expect(slugsOf(records)).toEqual([second.slug, first.slug]);
  expect(records[0].inputSchema.type).toBe("object");
  expect(await catalog.loadToolRecords([second, first])).toEqual(
    records.map((record) => JSON.stringify(record)),
  );
});

test("a change is seen once it is forgotten, and told to whom it concerns", async () => {
  let told = 0;
  const catalog = openCatalog(
    db.kysely,
    () => true,
    () => told++,
  );
  await catalog.forCompany(two.companyId);
  await saveApplication(db.kysely, two.companyId, await importShop("later"));
  expect(slugsOf((await catalog.forCompany(two.companyId)).applications)).toEqual(["shop"]);
  catalog.forget(one.companyId);
  const before = await catalog.forCompany(two.companyId);
  expect(slugsOf(before.applications)).toEqual(["shop"]);
  catalog.forget(two.companyId);
  expect(slugsOf((await catalog.forCompany(two.companyId)).applications)).toEqual(["later", "shop"]);
  const after = await catalog.forCompany(two.companyId);
  catalog.forget(0);
  expect(await catalog.forCompany(two.companyId)).not.toBe(after);
  expect(told).toBe(3);
});
