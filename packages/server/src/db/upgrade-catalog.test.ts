import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { listApplicationRows, loadToolBinding } from "./catalog/catalog-rows.ts";
import { loadPublishedSlugs } from "./catalog/published-slugs.ts";

const readMigration = (file: string) => readFile(new URL(`./migrations/${file}`, import.meta.url), "utf8");

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  await db.pool.query("drop schema public cascade; create schema public");
  for (const file of ["0001-core.sql", "0002-oauth.sql", "0003-objects.sql"]) {
    await db.pool.query(await readMigration(file));
  }
  await db.pool.query(`
    insert into company (name, wrapped_data_key) values ('Acme', '');
    insert into application (company_id, slug, source, definition)
      values (1, 'shop', 'openapi', '{"name": "Shop", "environments": []}');
    insert into tool (application_id, slug, operation, operation_key, summary, input_schema, output_schema, binding,
        parameters, path)
      values (1, 'shop_read', 'read', 'GET /new', '{}', '{}', '{}', '{"type":"http","method":"GET"}', '{}', '');
    insert into published_slug (application_id, operation_key, slug) values
      (1, 'GET /a-old', 'shop_read'), (1, 'GET /new', 'shop_read'), (1, 'POST /gone', 'shop_write'),
      (1, 'DELETE /gone', 'shop_delete')`);
  await db.pool.query(await readMigration("0004-catalog-parts.sql"));
});
afterAll(() => db.drop());

test("each published slug belongs to one operation and records what it did", async () => {
  expect(Object.fromEntries(await loadPublishedSlugs(db.kysely, 1, "shop"))).toEqual({
    "GET /new": { slug: "shop_read", isReadOnly: true, isDestructive: false },
    "POST /gone": { slug: "shop_write", isReadOnly: false, isDestructive: false },
    "DELETE /gone": { slug: "shop_delete", isReadOnly: false, isDestructive: true },
  });
});

test("bindings and definitions have a version", async () => {
  const { rows } = await db.pool.query(
    "select binding::json->'version' as one, definition->'version' as two from tool, application",
  );
  expect(rows).toEqual([{ one: 1, two: 1 }]);
  expect((await loadToolBinding(db.kysely, 1))?.binding).toEqual({ kind: "http", method: "GET" });
  const [application] = await listApplicationRows(db.kysely, [1]);
  expect(application?.definition).toEqual({ name: "Shop", environments: [] });
});
