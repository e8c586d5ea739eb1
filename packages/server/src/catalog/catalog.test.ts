import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { importShop, type SeededCompany, seedCompany } from "../../testing/test-rows.ts";
import { deleteApplicationRow, updatePresentation } from "../db/catalog/applications.ts";
import { saveApplication } from "../db/catalog/save-application.ts";
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

const open = () => openCatalog(db.kysely, () => true);
const slugsOf = (entries: readonly { slug: string }[]) => entries.map(({ slug }) => slug);
const all = { accept: () => true, connectedApplicationIds: [] };

/** Removes the built-in applications, since every other test would see them. */
const removeBuiltIns = () => sql`delete from application where company_id is null`.execute(db.kysely);

test("each company sees its own applications and tools, in the order of their slugs", async () => {
  const catalog = open();
  const own = await catalog.forCompany(one.companyId);
  expect(slugsOf(own.applications)).toEqual(["another", "shop"]);
  expect(slugsOf(own.tools)).toEqual(slugsOf(own.tools).toSorted());
  expect(own.tools).toHaveLength(6);
  const other = await catalog.forCompany(two.companyId);
  expect(slugsOf(other.applications)).toEqual(["shop"]);
  expect(other.findTool("shop_list_items")?.toolId).not.toBe(own.findTool("shop_list_items")?.toolId);
  expect(other.findApplicationById(one.applicationId)).toBeUndefined();
});

test("a tool is found by its slug and its bare operation, and never by a member of the prototype", async () => {
  const catalog = await open().forCompany(one.companyId);
  const tool = catalog.findTool("shop_list_items");
  expect(tool?.isReadOnly).toBe(true);
  expect(tool && catalog.findOperation(tool.application, "list_items")).toBe(tool);
  expect(tool && catalog.findOperation(tool.application, "shop_list_items")).toBe(tool);
  for (const slug of ["constructor", "__proto__", "", "shop"]) {
    expect(catalog.findTool(slug)).toBeUndefined();
  }
});

test("full records are returned in the given order, without deleted tools", async () => {
  const catalog = open();
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

test("a record contains only the public members of a stored row", async () => {
  const internal = { internal: "secret" };
  const application = await importShop("leaky");
  await saveApplication(db.kysely, two.companyId, {
    ...application,
    ...internal,
    authentications: application.authentications.map((method) => ({
      ...method,
      ...internal,
      fields: method.fields.map((field) => ({ ...field, ...internal })),
    })),
    tools: application.tools.map((tool) => ({
      ...tool,
      ...internal,
      annotations: { ...tool.annotations, ...internal },
    })),
  });
  const catalog = open();
  const { applications, tools } = await catalog.forCompany(two.companyId);
  const shown = [...applications.map(({ json }) => json), ...(await catalog.loadToolRecords(tools))];
  expect(shown.join()).toContain("leaky");
  expect(shown.join()).not.toContain("internal");
  await sql`delete from application where slug = 'leaky'`.execute(db.kysely);
});

test("forget makes a change visible, and leaves other companies alone", async () => {
  const catalog = open();
  const [oneBefore, twoBefore] = [
    await catalog.forCompany(one.companyId),
    await catalog.forCompany(two.companyId),
  ];
  const shop = twoBefore.findTool("shop_list_items");
  await saveApplication(db.kysely, two.companyId, await importShop("later"));
  expect(slugsOf((await catalog.forCompany(two.companyId)).applications)).toEqual(["shop"]);
  catalog.forget(two.companyId);
  expect(await catalog.forCompany(one.companyId)).toBe(oneBefore);
  const after = await catalog.forCompany(two.companyId);
  expect(slugsOf(after.applications)).toEqual(["later", "shop"]);
  expect(slugsOf(await after.searchTools("later", all))).toHaveLength(3);
  expect(after.findTool("shop_list_items")).toBe(shop);
});

test("only the changed application of a company is loaded again", async () => {
  const catalog = open();
  const before = await catalog.forCompany(one.companyId);
  await updatePresentation(db.kysely, one.applicationId, { name: "Renamed" });
  catalog.forget(one.companyId);
  const after = await catalog.forCompany(one.companyId);
  expect(after.findApplication("another")).toBe(before.findApplication("another"));
  expect(after.findTool("another_list_items")).toBe(before.findTool("another_list_items"));
  expect(after.findApplication("shop")?.name).toBe("Renamed");
  expect(after.findTool("shop_list_items")).not.toBe(before.findTool("shop_list_items"));
  expect(after.findTool("shop_list_items")?.summaryJson).toContain('"applicationName":"Renamed"');
});

test("forgetting an unchanged catalog keeps the same objects", async () => {
  const catalog = open();
  const before = await catalog.forCompany(one.companyId);
  catalog.forgetAll();
  expect(await catalog.forCompany(one.companyId)).toBe(before);
});

test("an application that is deleted is gone, and the others stay", async () => {
  const catalog = open();
  await saveApplication(db.kysely, two.companyId, await importShop("gone"));
  const before = await catalog.forCompany(two.companyId);
  const application = before.findApplication("gone");
  await deleteApplicationRow(db.kysely, application?.applicationId ?? 0, false, async () => undefined);
  catalog.forget(two.companyId);
  const after = await catalog.forCompany(two.companyId);
  expect(after.findApplication("gone")).toBeUndefined();
  expect(after.findTool("gone_list_items")).toBeUndefined();
  expect(await after.searchApplications("gone")).toEqual([]);
  expect(after.findApplication("shop")).toBe(before.findApplication("shop"));
});

test("50 companies share one copy of the built-in applications, also when one of them imports another", async () => {
  await saveApplication(db.kysely, null, { ...(await importShop("builtin")), source: "builtin" });
  const catalog = open();
  const companyIds = await Promise.all(
    Array.from({ length: 50 }, async () => (await seedEmptyCompany()).companyId),
  );
  const views = await Promise.all(companyIds.map((companyId) => catalog.forCompany(companyId)));
  const [first] = views;
  const tool = first?.findTool("builtin_list_items");
  expect(tool?.application.companyId).toBeNull();
  for (const view of views) {
    expect(view.findTool("builtin_list_items")).toBe(tool);
    expect(view.tools).toBe(first?.tools);
    expect(view.applications).toBe(first?.applications);
  }
  const [importer = 0] = companyIds;
  await saveApplication(db.kysely, importer, await importShop("mine"));
  catalog.forget(importer);
  const mine = await catalog.forCompany(importer);
  expect(slugsOf(mine.applications)).toEqual(["builtin", "mine"]);
  expect(slugsOf(mine.tools)).toEqual(slugsOf(mine.tools).toSorted());
  expect(mine.findTool("builtin_list_items")).toBe(tool);
  expect(views[1]?.findTool("mine_list_items")).toBeUndefined();
  expect((await mine.searchTools("list items", all)).slice(0, 2)).toEqual([
    tool,
    mine.findTool("mine_list_items"),
  ]);
  expect(await first?.searchTools("list items", all)).not.toContain(mine.findTool("mine_list_items"));
  await removeBuiltIns();
});

test("the search of the built-in applications can be prepared ahead", async () => {
  await saveApplication(db.kysely, null, { ...(await importShop("builtin")), source: "builtin" });
  const catalog = open();
  await catalog.prepareSearch();
  const { companyId } = await seedEmptyCompany();
  const view = await catalog.forCompany(companyId);
  // What is prepared needs no further query.
  await sql`alter table tool rename to tool_away`.execute(db.kysely);
  expect(slugsOf(await view.searchTools("list items", all))[0]).toBe("builtin_list_items");
  await sql`alter table tool_away rename to tool`.execute(db.kysely);
  await removeBuiltIns();
});

test("an application of the company hides a built-in one that came later under the same slug", async () => {
  const catalog = open();
  const before = await catalog.forCompany(one.companyId);
  await saveApplication(db.kysely, null, { ...(await importShop("shop")), source: "builtin" });
  catalog.forget(0);
  const after = await catalog.forCompany(one.companyId);
  expect(slugsOf(after.applications)).toEqual(["another", "shop"]);
  expect(slugsOf(after.tools)).toEqual(slugsOf(before.tools));
  expect(after.findTool("shop_list_items")).toBe(before.findTool("shop_list_items"));
  expect(await after.searchTools("list items", all)).toHaveLength(
    (await before.searchTools("list items", all)).length,
  );
  expect(await after.searchApplications("shop")).not.toContainEqual(
    expect.objectContaining({ companyId: null }),
  );
  const { companyId } = await seedEmptyCompany();
  expect((await catalog.forCompany(companyId)).findApplication("shop")?.companyId).toBeNull();
  await removeBuiltIns();
});

/** A company without applications of its own. */
async function seedEmptyCompany(): Promise<{ companyId: number }> {
  const { company_id: companyId } = await db.kysely
    .insertInto("company")
    .values({ name: "Empty", wrapped_data_key: Buffer.alloc(1) })
    .returning("company_id")
    .executeTakeFirstOrThrow();
  return { companyId };
}
