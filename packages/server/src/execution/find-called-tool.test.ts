import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "../../testing/test-database.ts";
import { type SeededCompany, seedCompany, seedConnection, seedMember } from "../../testing/test-rows.ts";
import { openCatalog } from "../catalog/catalog.ts";
import type { Caller } from "../db/people/callers.ts";
import { openRows } from "../db/rows.ts";
import { insertToolset } from "../db/toolsets.ts";
import { findCalledTool } from "./find-called-tool.ts";

let db: TestDatabase;
let company: SeededCompany;
/** By owner and by the tool that it names `make`. */
let toolsets: Record<"own" | "other" | "foreign", string>;

beforeAll(async () => {
  db = await createTestDatabase();
  company = await seedCompany(db.kysely);
  const stranger = await seedMember(db.kysely, company.companyId, "Member");
  toolsets = {
    own: await addToolset(company.accountUserId, "shop_list_items"),
    other: await addToolset(company.accountUserId, "shop_create_item"),
    foreign: await addToolset(stranger, "shop_create_item"),
  };
});
afterAll(() => db.drop());

async function addToolset(accountUserId: number, slug: string): Promise<string> {
  const connectionId = await seedConnection(db.kysely, { ...company, accountUserId });
  return insertToolset(db.kysely, accountUserId, {
    name: "Named",
    connections: [{ connectionId, toolSlugs: [slug] }],
    workflows: [],
    settings: { tools: { [slug]: { name: "make" } } },
  } as Parameters<typeof insertToolset>[2]);
}

/** The slug of the tool, or the refusal. */
async function find(
  toolsetId: string | null,
  narrowing: Partial<Caller["credential"]["narrowing"]> = {},
): Promise<string> {
  const parts = { rows: openRows(db.kysely, () => true), catalog: openCatalog(db.kysely, () => true) };
  const caller = {
    ...company,
    credential: { narrowing: { toolsetId: null, isReadOnly: false, scopes: null, ...narrowing } },
  } as unknown as Caller;
  try {
    return (await findCalledTool(parts, caller, { toolSlug: "make", applicationSlug: null, toolsetId })).slug;
  } catch (error) {
    const { code, message } = error as { code: string; message: string };
    return `${code}: ${message}`;
  }
}

test("a name that a toolset gives means its tool, through that toolset only", async () => {
  expect(await find(toolsets.own)).toBe("shop_list_items");
  expect(await find(toolsets.other)).toBe("shop_create_item");
  expect(await find(null, { toolsetId: toolsets.own })).toBe("shop_list_items");
  expect(await find(null)).toMatch(/^NOT_FOUND: /);
});

test("another member's toolset gives no name, so that nobody learns its names", async () => {
  expect(await find(toolsets.foreign)).toMatch(/^NOT_FOUND: /);
});

test("a narrowed key does not learn what another toolset's name stands for", async () => {
  const refusal = await find(toolsets.other, { toolsetId: toolsets.own, isReadOnly: true });
  expect(refusal).toMatch(/^FORBIDDEN: /);
  expect(refusal).not.toContain("shop_create_item");
});
