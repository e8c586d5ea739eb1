import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { importShop, seedCompany } from "../../testing/test-rows.ts";
import { openCatalog } from "../catalog/catalog.ts";
import type { CompanyCatalog } from "../catalog/company-catalog.ts";
import { saveApplication } from "../db/catalog/save-application.ts";
import { findTool } from "./find-tool.ts";

let db: TestDatabase;
let catalog: CompanyCatalog;
beforeAll(async () => {
  db = await createTestDatabase();
  const { companyId } = await seedCompany(db.kysely);
  await saveApplication(db.kysely, companyId, await importShop("other"));
  catalog = await openCatalog(db.kysely, () => true).forCompany(companyId);
});
afterAll(() => db.drop());

/** The slug of the tool, or the code of the refusal. */
function find(toolSlug: string, applicationSlug: string | null = null): string {
  try {
    return findTool(catalog, toolSlug, applicationSlug).slug;
  } catch (error) {
    return (error as { code: string }).code;
  }
}

test("a full slug is enough, with or without its own application", () => {
  expect(find("shop_list_items")).toBe("shop_list_items");
  expect(find("shop_list_items", "shop")).toBe("shop_list_items");
});

test("a bare operation needs its application", () => {
  expect(find("list_items", "shop")).toBe("shop_list_items");
  expect(find("list_items", "other")).toBe("other_list_items");
  expect(find("list_items")).toBe("NOT_FOUND");
});

test("a full slug of another application is a validation error", () => {
  expect(find("shop_list_items", "other")).toBe("VALIDATION_ERROR");
});

test("an unknown tool or application is not found", () => {
  expect(find("shop_nothing")).toBe("NOT_FOUND");
  expect(find("shop_list_items", "nowhere")).toBe("NOT_FOUND");
  expect(find("nothing", "shop")).toBe("NOT_FOUND");
  expect(find("constructor", "__proto__")).toBe("NOT_FOUND");
});
