import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { importShop, seedCompany, seedConnection } from "../../testing/test-rows.ts";
import { deleteApplicationRow } from "./catalog/applications.ts";
import { saveApplication } from "./catalog/save-application.ts";
import { defaultKey, openRows, readCatalogKey } from "./rows.ts";
import { insertToolset } from "./toolsets.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db.drop());

/** Loads a company's connection, default and toolset of the shop into memory. */
async function openShop(rows: ReturnType<typeof openRows>) {
  const company = await seedCompany(db.kysely);
  const connectionId = await seedConnection(db.kysely, company, { isDefault: true });
  const toolsetId = await insertToolset(db.kysely, company.accountUserId, {
    name: "x",
    connections: [{ connectionId, toolSlugs: ["shop_list_items"] }],
    workflows: [],
  });
  const key = defaultKey(company.accountUserId, company.applicationId);
  await rows.connections.get(String(connectionId));
  await rows.defaults.get(key);
  await rows.toolsets.get(toolsetId);
  const listHeld = () => [
    rows.connections.peek(String(connectionId)) !== undefined,
    rows.defaults.peek(key) !== undefined,
    rows.toolsets.peek(toolsetId) !== undefined,
  ];
  return { ...company, listHeld };
}

test("a change of an application drops only its own connections", async () => {
  const rows = openRows(db.kysely, () => true);
  const [one, two] = [await openShop(rows), await openShop(rows)];
  rows.apply({ topic: "catalog", key: `${one.companyId}:${one.applicationId}` });
  expect(one.listHeld()).toEqual([false, true, true]);
  expect(two.listHeld()).toEqual([true, true, true]);
});

test("deleting an application drops the cached rows of its connections", async () => {
  const rows = openRows(db.kysely, () => true);
  const [one, two] = [await openShop(rows), await openShop(rows)];
  const client = await db.pool.connect();
  client.on("notification", ({ payload = "" }) => {
    const colon = payload.indexOf(":");
    rows.apply({ topic: payload.slice(0, colon), key: payload.slice(colon + 1) });
  });
  await client.query("listen bowline_changed");
  await deleteApplicationRow(db.kysely, one.applicationId, true, async () => undefined);
  await client.query("select 1");
  client.release(true);
  expect(one.listHeld()).toEqual([false, false, false]);
  expect(two.listHeld()).toEqual([true, true, true]);
});

test("the database names the company and the application that changed", async () => {
  const { companyId } = await seedCompany(db.kysely);
  const heard: string[] = [];
  const client = await db.pool.connect();
  client.on("notification", ({ payload }) => heard.push(payload ?? ""));
  await client.query("listen bowline_changed");
  await saveApplication(db.kysely, companyId, await importShop("new"));
  await saveApplication(db.kysely, null, await importShop("builtin"));
  await client.query("select 1");
  client.release(true);
  const { rows } = await sql<{ slug: string; applicationId: number }>`
    select slug, application_id as "applicationId" from application where slug in ('new', 'builtin')`.execute(
    db.kysely,
  );
  const idOf = (slug: string) => rows.find((row) => row.slug === slug)?.applicationId;
  const keys = heard.map((payload) => payload.slice("catalog:".length));
  expect(keys.map(readCatalogKey)).toEqual([
    { companyId, applicationId: idOf("new") },
    { companyId: 0, applicationId: idOf("builtin") },
  ]);
});
